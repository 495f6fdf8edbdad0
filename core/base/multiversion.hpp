// Purpose: STRATA_MULTIVERSION compiles a function twice, for any x86-64 processor and for those with AVX2. When the
//          program starts, the one that the processor can run is chosen. The loops are the same in both.
// Shapes: STRATA_MULTIVERSION stands before the definition of a function in a source file. What it calls must be
//         inlined into it to be compiled twice as well.
#pragma once

// Sanitizers are not ready when the choice is made, while the program starts.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#  define STRATA_MULTIVERSION __attribute__((target_clones("avx2", "default")))
#else
#  define STRATA_MULTIVERSION
#endif
