// Any bytes as what a student hands in: an error that names the file, or a result within its limits, each command of
// which has a line.
#include <cstddef>
#include <cstdint>

#include "app/lesson/result_file.hpp"
#include "core/base/check.hpp"

namespace {

using namespace strata;

size_t check_commands(const ResultCommands& commands) {
  STRATA_CHECK(commands.commands.size() == commands.lines.size());
  for (const std::string& one : commands.commands) STRATA_CHECK(one.size() <= result_limits::kCommandBytes);
  for (const size_t line : commands.lines) STRATA_CHECK(line > 0);
  return commands.commands.size();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto parsed = parse_lesson_result({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz"));
    STRATA_CHECK(!parsed.error().what.empty());
    return 0;
  }
  const LessonResult& result = parsed.value();
  STRATA_CHECK(result.version > 0 && result.step > 0);
  STRATA_CHECK(result.student.size() <= result_limits::kTextBytes);
  size_t count = check_commands(result.commands), step = 0;
  for (const ResultQuestion& one : result.questions) {
    STRATA_CHECK(one.step > step && one.line > 0 && one.tries >= 0 && one.seconds >= 0);
    step = one.step;
    for (const ResultCommands& work : one.work) count += check_commands(work);
  }
  for (const auto& [left, commands] : result.left) {
    STRATA_CHECK(left > 0);
    count += check_commands(commands);
  }
  STRATA_CHECK(count <= result_limits::kCommands);
  return 0;
}
