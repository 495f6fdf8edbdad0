// Purpose: PartialGrades is a table of grades that is written while results are graded, row by row, so that whatever
//          ends the grading leaves what was graded. A later run goes on from it.
// How: A file that is begun has a row "under way", which its grade comes after. A file that was under way twice when
//      the grading ended has probably ended it: it is not tried again.
// Errors: A file that cannot be written or read, or that is no such table.
#pragma once

#include <map>
#include <string>

#include "app/features/lesson/lesson_replay.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

class PartialGrades {
 public:
  // `folder` is that of the results. With `resume` takes over what an earlier run has left, but for results that were
  // changed since; else begins anew.
  static Result<PartialGrades> open(std::string path, std::string folder, bool resume);
  PartialGrades(PartialGrades&& other) noexcept;
  PartialGrades& operator=(PartialGrades&&) = delete;
  ~PartialGrades();

  // By their place in the folder.
  const std::map<std::string, ResultGrade>& done() const { return done_; }
  int times_begun(const std::string& file) const;

  void begin(const std::string& file);
  void add(const ResultGrade& grade);
  void remove();  // the table is complete elsewhere

 private:
  PartialGrades() = default;
  void read(const std::string& text);
  void append(const std::string& text);

  std::string path_, folder_;
  int file_ = -1;
  std::map<std::string, ResultGrade> done_;
  std::map<std::string, int> begun_;
};

}  // namespace strata::bench
