// In place of CUDA's header of this name, where gpu/device_cuda.cu is compiled for the stand-in.
#pragma once

#include "gpu/stand_in/runtime.hpp"

using namespace strata::cuda_emulator;  // CUDA's names stand in no namespace
