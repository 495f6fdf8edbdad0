#include "app/recovery.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "app/settings.hpp"
#include "core/io/files.hpp"
#include "core/io/graph_file.hpp"
#include "core/io/movingai.hpp"

namespace strata {

namespace {

namespace fs = std::filesystem;

// The lock's descriptor; -1 if another lab holds it or it cannot be made.
int take_lock(const std::string& stem) {
  const int fd = ::open((stem + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return -1;
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  ::close(fd);
  return -1;
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
  return text;
}

std::optional<RecoveryCopy> read_copy(const std::string& stem) {
  const Result<std::string> text = read_file(stem + ".json", 1 << 20);
  if (!text) return std::nullopt;
  const nlohmann::json json = nlohmann::json::parse(text.value(), nullptr, false);
  std::error_code ignored;
  if (!json.is_object() || !fs::exists(stem + ".map", ignored)) return std::nullopt;
  const auto string_of = [&](const char* key) {
    const auto it = json.find(key);
    return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  RecoveryCopy copy;
  copy.map_file = stem + ".map";
  if (fs::exists(stem + ".graph", ignored)) copy.graph_file = stem + ".graph";
  copy.graph_path = string_of("graph_path");
  copy.original_path = string_of("original_path");
  copy.title = string_of("title");
  copy.saved_at = string_of("saved_at");
  if (const auto query = json.find("query"); query != json.end() && query->is_array() && query->size() == 4) {
    copy.has_query = true;
    int ends[4] = {};
    for (size_t i = 0; i < 4; ++i) {
      if (!(*query)[i].is_number_integer())
        copy.has_query = false;
      else
        ends[i] = (*query)[i].get<int>();
    }
    copy.query = {{ends[0], ends[1]}, {ends[2], ends[3]}};
  }
  return copy;
}

}  // namespace

Recovery::~Recovery() {
  if (own_.lock >= 0) ::close(own_.lock);
  if (claimed_.lock >= 0) ::close(claimed_.lock);
}

void Recovery::remove(Files& files) {
  if (files.stem.empty()) return;
  for (const char* ending : {".json", ".map", ".graph", ".lock"}) ::unlink((files.stem + ending).c_str());
  if (files.lock >= 0) ::close(files.lock);
  files = {};
}

std::optional<RecoveryCopy> Recovery::claim() {
  if (!enabled()) return std::nullopt;
  std::error_code code;
  std::vector<std::pair<fs::file_time_type, std::string>> found;
  for (fs::directory_iterator it(folder_, code), end; !code && it != end; it.increment(code)) {
    if (it->path().extension() != ".json") continue;
    std::error_code ignored;
    found.emplace_back(it->last_write_time(ignored), (it->path().parent_path() / it->path().stem()).string());
  }
  std::sort(found.rbegin(), found.rend());
  for (const auto& [time, stem] : found) {
    const int lock = take_lock(stem);
    if (lock < 0) continue;
    const std::optional<RecoveryCopy> copy = read_copy(stem);
    if (copy) {
      claimed_ = {stem, lock};
      return copy;
    }
    ::close(lock);
  }
  return std::nullopt;
}

Status Recovery::keep(const GridMap& map, const DrawnGraph& graph, const RecoveryCopy& about) {
  if (!enabled()) return success();
  if (own_.stem.empty()) {
    if (Status made = make_folders(folder_); !made) return made;
    for (int i = 0; own_.lock < 0 && i < 1000; ++i) {
      own_.stem = folder_ + "/" + std::to_string(::getpid()) + "-" + std::to_string(i);
      std::error_code ignored;
      if (fs::exists(own_.stem + ".json", ignored)) continue;  // somebody's unsaved work
      own_.lock = take_lock(own_.stem);
    }
    if (own_.lock < 0) {
      own_ = {};
      return error_at(folder_, std::string("cannot lock a file for the recovery copy: ") + std::strerror(errno));
    }
  }
  if (Status saved = save_map(map, own_.stem + ".map"); !saved) return saved;
  const std::string graph_file = own_.stem + ".graph";
  if (graph.empty()) {
    ::unlink(graph_file.c_str());
  } else if (Status saved = save_graph({.graph = graph, .map = {}, .start = {}, .goal = {}}, graph_file); !saved) {
    return saved;
  }
  nlohmann::json json;
  json["graph_path"] = about.graph_path;
  json["original_path"] = about.original_path;
  json["title"] = about.title;
  json["saved_at"] = now_text();
  if (about.has_query) {
    json["query"] = {about.query.start.x, about.query.start.y, about.query.goal.x, about.query.goal.y};
  }
  return write_file_atomic(own_.stem + ".json",
                           json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void Recovery::drop() { remove(own_); }
void Recovery::drop_claimed() { remove(claimed_); }

}  // namespace strata
