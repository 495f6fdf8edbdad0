// This file replaces CUDA's header of the same name when gpu/device_cuda.cu is compiled against the emulator.
#pragma once

#include "gpu/cuda_emulator/runtime.hpp"

using namespace strata::cuda_emulator;  // CUDA's names are in no namespace
