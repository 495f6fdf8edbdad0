#include "grade/partial_grades.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/io/csv.hpp"
#include "core/io/files.hpp"
#include "grade/grade_table.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnderWay = "under way";
constexpr size_t kMostBytes = size_t{1} << 30;

std::string under_way_line(const std::string& file, const std::string& folder) {
  ResultGrade grade = unreadable_result(file, error_at(file, "the grading ended while this was replayed"));
  grade.rows[0].what = kUnderWay;
  return grade_lines(grade, folder, 0);
}

}  // namespace

Result<PartialGrades> PartialGrades::open(std::string path, std::string folder, bool resume) {
  PartialGrades grades;
  grades.path_ = std::move(path);
  grades.folder_ = std::move(folder);
  std::error_code failed;
  if (resume && fs::exists(grades.path_, failed)) {
    const Result<std::string> text = read_file(grades.path_, kMostBytes);
    if (!text) return text.error();
    if (!text.value().starts_with(grade_columns())) {
      return error_at(grades.path_, "is no table of grades that this program goes on from: grade without --resume");
    }
    grades.read(text.value());
  }
  std::string kept = grade_columns();
  for (const auto& [file, count] : grades.begun_) {
    for (int i = 0; i < count; ++i) kept += under_way_line((fs::path(grades.folder_) / file).string(), grades.folder_);
  }
  for (const auto& [file, grade] : grades.done_) kept += grade_lines(grade, grades.folder_, 0);
  if (Status written = write_file_atomic(grades.path_, kept); !written) return written.error();
  grades.file_ = ::open(grades.path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (grades.file_ < 0) return error_at(grades.path_, std::strerror(errno));
  return grades;
}

void PartialGrades::read(const std::string& text) {
  std::error_code failed;
  const auto written = fs::last_write_time(path_, failed);
  std::string last;
  for (const std::vector<std::string>& fields : csv_records(text)) {
    if (fields.empty()) continue;
    const std::string& place = fields[0];
    const bool goes_on = std::exchange(last, place) == place && done_.contains(place);
    if (goes_on) {
      if (!read_grade_line(fields, done_[place])) done_.erase(place);
      continue;
    }
    ResultGrade grade;
    grade.file = (fs::path(folder_) / place).string();
    if (!read_grade_line(fields, grade)) continue;
    if (grade.rows[0].what == kUnderWay) {
      ++begun_[place];
      done_.erase(place);
    } else {
      done_[place] = std::move(grade);
    }
  }
  done_.erase(last);  // its last rows may be missing
  const auto changed = [&](const auto& of) {
    std::error_code gone;
    const auto time = fs::last_write_time(fs::path(folder_) / of.first, gone);
    return gone || failed || time > written;
  };
  std::erase_if(done_, changed);
  std::erase_if(begun_, changed);
  std::erase_if(begun_, [&](const auto& of) { return done_.contains(of.first); });
}

PartialGrades::PartialGrades(PartialGrades&& other) noexcept
    : path_(std::move(other.path_)),
      folder_(std::move(other.folder_)),
      file_(std::exchange(other.file_, -1)),
      done_(std::move(other.done_)),
      begun_(std::move(other.begun_)) {}

PartialGrades::~PartialGrades() {
  if (file_ >= 0) ::close(file_);
}

int PartialGrades::times_begun(const std::string& file) const {
  const auto found = begun_.find(place_in(folder_, file));
  return found == begun_.end() ? 0 : found->second;
}

void PartialGrades::begin(const std::string& file) { append(under_way_line(file, folder_)); }

void PartialGrades::add(const ResultGrade& grade) { append(grade_lines(grade, folder_, 0)); }

// Appends rows to the file. Rows that cannot be written are only missing when a later run resumes; the table itself is
// written at the end.
void PartialGrades::append(const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t wrote = ::write(file_, text.data() + at, text.size() - at);
    if (wrote < 0 && errno != EINTR) return;
    at += wrote > 0 ? static_cast<size_t>(wrote) : 0;
  }
}

void PartialGrades::remove() {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

}  // namespace strata::bench
