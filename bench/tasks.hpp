// Purpose: do_tasks lets the ranks of the program do the tasks of a command, and appends each result to a file, so that
//          an interrupted run can be resumed.
// Shapes: The file has one line of JSON for the command, then one for each result: {"task": number, "answer": text}.
// Errors: A file that cannot be written or read, is malformed (with the line), or belongs to another command. An
//         incomplete last line, left by an interrupted run, is ignored. If the file can no longer be written while
//         tasks are done, no result is lost: that is a failure of the report.
#pragma once

#include <functional>
#include <new>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace strata::bench {

struct ResultFileOptions {
  std::string file = {};     // file of results; empty: results are not kept
  bool resume = false;       // use the results in the file, and do only the other tasks
  std::string command = {};  // a text with everything on which the results depend
};

// Does the tasks of a command: work(task) does a task on any rank; take(task, result) gets its result on
// rank 0, in any order.
Status do_tasks(size_t tasks, const ResultFileOptions& keep, const std::function<std::string(size_t)>& work,
                const std::function<void(size_t, const std::string&)>& take, std::vector<std::string>& failures);

// in_memory() returns work(), a Result. If memory runs out, it returns an error whose `where` is kMemory.
inline constexpr const char* kMemory = "memory";
template <class Work>
auto in_memory(Work&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return error_at(kMemory, "there is not enough of it");
  }
}

}  // namespace strata::bench
