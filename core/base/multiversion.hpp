// Purpose: STRATA_MULTIVERSION compiles a function twice, for any x86-64 processor and for those with AVX2. The version
//          that fits the processor is chosen when the program starts.
// Shapes: STRATA_MULTIVERSION stands before the definition of a function in a source file. A function that it calls is
//         compiled twice only if it is inlined.
#pragma once

// Sanitizer builds have one version only: the choice would run before the sanitizers are initialised.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#  define STRATA_MULTIVERSION __attribute__((target_clones("avx2", "default")))
#else
#  define STRATA_MULTIVERSION
#endif
