#include "grade/partial_grades.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/csv.hpp"
#include "core/io/files.hpp"
#include "grade/grade_message.hpp"
#include "grade/grade_table.hpp"

namespace strata::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHead = "file,grade\n";
constexpr size_t kMostBytes = size_t{1} << 30;

// Returns the line of a result. `grade` is the packed grade; empty: the result is under way.
std::string line_of(const std::string& place, const std::string& grade) {
  return fmt::format("{},{}\n", csv_field(place), csv_field(grade));
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
    if (!text.value().starts_with(kHead)) {
      return error_at(grades.path_, "is no table of grades that this program goes on from: grade without --resume");
    }
    grades.read(text.value());
  }
  std::string kept(kHead);
  for (const auto& [place, count] : grades.begun_) {
    for (int i = 0; i < count; ++i) kept += line_of(place, {});
  }
  for (const auto& [place, grade] : grades.done_) kept += line_of(place, packed_grade(grade));
  if (Status written = write_file_atomic(grades.path_, kept); !written) return written.error();
  grades.file_ = ::open(grades.path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (grades.file_ < 0) return error_at(grades.path_, std::strerror(errno));
  return grades;
}

void PartialGrades::read(const std::string& text) {
  std::error_code failed;
  const auto written = fs::last_write_time(path_, failed);
  for (const std::vector<std::string>& fields : csv_records(text)) {
    if (fields.size() != 2) continue;
    const std::string& place = fields[0];
    if (fields[1].empty()) {
      ++begun_[place];
      done_.erase(place);
    } else if (auto grade = read_grade(fields[1], (fs::path(folder_) / place).string())) {
      done_[place] = std::move(*grade);
    }
  }
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

void PartialGrades::begin(const std::string& file) { append(line_of(place_in(folder_, file), {})); }

void PartialGrades::add(const ResultGrade& grade) {
  append(line_of(place_in(folder_, grade.file), packed_grade(grade)));
}

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
