// Purpose: do_tasks has the ranks of the program do the tasks of a command, and keeps each answer in a file as it
//          comes, so that a run that was ended goes on from there.
// Shapes: The file has a line of JSON for the command, then one for each answer: {"task": number, "answer": text}.
// Errors: A file that cannot be written or read, that is malformed (with its line), or that is of another command. A
//         last line without an end is what a run was writing when it was ended: it is left out. A file that can no
//         longer be written while tasks are done costs no answer: it is a failure of the report.
#pragma once

#include <functional>
#include <new>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata::bench {

struct KeepOptions {
  std::string file = {};     // empty: answers are not kept
  bool resume = false;       // takes the answers that are there, and does the other tasks
  std::string command = {};  // all that answers depend on
};

// `work` does a task, on any rank; `take` gets its answer, on rank 0, in any order.
Status do_tasks(size_t tasks, const KeepOptions& keep, const std::function<std::string(size_t)>& work,
                const std::function<void(size_t, const std::string&)>& take, std::vector<std::string>& failures);

// Returns what `work` returns, a Result, or that there is not enough memory for it.
inline constexpr const char* kMemory = "memory";  // where such an error is
template <class Work>
auto in_memory(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return error_at(kMemory, "there is not enough of it");
  }
}

}  // namespace strata::bench
