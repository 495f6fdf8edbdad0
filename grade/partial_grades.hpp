// Purpose: PartialGrades is a file of grades that is written line by line while results are graded, so that an
//          interrupted grading loses nothing. A later run continues from it.
// How: When a result is begun, its name is written, later its name and its grade. A file that was under way at two
//      interruptions has probably caused them: it is not tried again.
// Errors: A file that cannot be written or read, or is no such file.
#pragma once

#include <map>
#include <string>

#include "app/features/lesson/lesson_replay.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

class PartialGrades {
 public:
  // Opens the file `path`. `folder` is the folder of the results. With `resume` the grades of an earlier run are
  // reused, except for results that have changed since; otherwise the file starts empty.
  static Result<PartialGrades> open(std::string path, std::string folder, bool resume);
  PartialGrades(PartialGrades&& other) noexcept;
  PartialGrades& operator=(PartialGrades&&) = delete;
  ~PartialGrades();

  // Returns the finished grades, by the path of the result relative to the folder.
  const std::map<std::string, ResultGrade>& done() const { return done_; }
  int times_begun(const std::string& file) const;

  void begin(const std::string& file);
  void add(const ResultGrade& grade);
  void remove();  // removes the file, when the table has been written elsewhere

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
