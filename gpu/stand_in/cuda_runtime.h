// This file replaces CUDA's header of the same name when gpu/device_cuda.cu is compiled against the stand-in.
#pragma once

#include "gpu/stand_in/runtime.hpp"

using namespace strata::cuda_emulator;  // CUDA's names are in no namespace
