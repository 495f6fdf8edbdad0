#include "bench/tasks.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "bench/ranks.hpp"
#include "core/io/files.hpp"

namespace strata::bench {
namespace {

using nlohmann::json;

std::string one_line(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n"; }

// Reads the results of an earlier run of the command.
Result<std::map<size_t, std::string>> read_answers(const ResultFileOptions& keep, size_t tasks) {
  const auto text = read_file(keep.file);
  if (!text) return text.error();
  std::map<size_t, std::string> answers;
  size_t line = 0;
  for (size_t begin = 0; begin < text.value().size();) {
    const size_t end = text.value().find('\n', begin);
    if (end == std::string::npos) break;  // an incomplete line, left by an interrupted run
    ++line;
    const json row = json::parse(text.value().begin() + static_cast<ptrdiff_t>(begin),
                                 text.value().begin() + static_cast<ptrdiff_t>(end), nullptr, false);
    begin = end + 1;
    if (!row.is_object()) return error_at_line(keep.file, line, "is no line of kept answers");
    if (line == 1) {
      if (row.value("command", json()) != keep.command) {
        return error_at_line(keep.file, line, "was kept by another command; without --resume everything is done anew");
      }
      continue;
    }
    const json task = row.value("task", json()), answer = row.value("answer", json());
    if (!task.is_number_unsigned() || task.get<uint64_t>() >= tasks || !answer.is_string()) {
      return error_at_line(keep.file, line, "has no task of this command and its answer");
    }
    answers[task.get<size_t>()] = answer.get<std::string>();
  }
  if (line == 0) return error_at(keep.file, "holds no answers");
  return answers;
}

// Appends lines to the file of results. They are on disk when add() returns.
class TaskResultFile {
 public:
  TaskResultFile() = default;
  ~TaskResultFile() {
    if (file_ >= 0) ::close(file_);
  }
  TaskResultFile(const TaskResultFile&) = delete;
  TaskResultFile& operator=(const TaskResultFile&) = delete;

  Status open(const ResultFileOptions& keep, const std::map<size_t, std::string>& known) {
    std::string text = one_line({{"command", keep.command}});
    for (const auto& [task, answer] : known) text += one_line({{"task", task}, {"answer", answer}});
    if (Status written = write_file_atomic(keep.file, text); !written) return written;
    path_ = keep.file;
    file_ = ::open(keep.file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    return file_ >= 0 ? success() : Status(error_at(path_, std::strerror(errno)));
  }

  Status add(size_t task, const std::string& answer) {
    if (file_ < 0) return success();
    const std::string line = one_line({{"task", task}, {"answer", answer}});
    for (size_t done = 0; done < line.size();) {
      const ssize_t now = ::write(file_, line.data() + done, line.size() - done);
      if (now < 0 && errno == EINTR) continue;
      if (now <= 0) return error_at(path_, std::strerror(errno));
      done += static_cast<size_t>(now);
    }
    return ::fdatasync(file_) == 0 ? success() : Status(error_at(path_, std::strerror(errno)));
  }

 private:
  std::string path_;
  int file_ = -1;
};

}  // namespace

Status do_tasks(size_t tasks, const ResultFileOptions& keep, const std::function<std::string(size_t)>& work,
                const std::function<void(size_t, const std::string&)>& take, std::vector<std::string>& failures) {
  // Rank 0 tells the others the remaining tasks, or the error: either all ranks continue, or none.
  std::map<size_t, std::string> known;
  TaskResultFile file;
  json told = {{"left", json::array()}};
  if (ranks().is_first()) {
    Status ready = keep.resume && keep.file.empty() ? Status(error_at("--resume", "needs --keep FILE")) : success();
    std::error_code ignored;
    if (ready && keep.resume && std::filesystem::exists(keep.file, ignored)) {
      auto answers = read_answers(keep, tasks);
      if (answers) {
        known = std::move(answers.value());
      } else {
        ready = answers.error();
      }
    }
    if (ready && !keep.file.empty()) ready = file.open(keep, known);
    for (size_t i = 0; i < tasks; ++i) {
      if (!known.contains(i)) told["left"].push_back(i);
    }
    if (!ready) told = {{"where", ready.error().where}, {"what", ready.error().what}};
  }
  told = json::parse(ranks().same_everywhere(one_line(told)));
  if (told.contains("what")) return error_at(told["where"], told["what"]);
  const auto left = told["left"].get<std::vector<size_t>>();
  for (const auto& [task, answer] : known) take(task, answer);
  Status kept = success();
  ranks().hand_out(
      left.size(), [&](size_t i) { return work(left[i]); },
      [&](size_t i, const std::string& answer) {
        if (kept) kept = file.add(left[i], answer);
        take(left[i], answer);
      });
  if (!kept) failures.push_back("answers are no longer kept: " + kept.error().message());
  return success();
}

}  // namespace strata::bench
