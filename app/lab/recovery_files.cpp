#include "app/lab/recovery_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "app/base/path_json.hpp"
#include "app/base/settings.hpp"
#include "core/base/number_text.hpp"
#include "core/io/files.hpp"

namespace strata {

namespace {

namespace fs = std::filesystem;

// Maximum number of bytes of STEM.json that are read.
constexpr size_t kMaxAbout = 1 << 20;
constexpr std::string_view kPathKey = "_path";
// Maximum number of labs in one program that have copies at the same time.
constexpr int kMaxOwners = 1000;

// Takes the lock of a set of files. Returns its file descriptor; -1: another lab has the lock, or it cannot be created.
int take_lock(const std::string& stem) {
  const std::string path = stem + ".lock";
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600);
  if (fd < 0) return -1;
  // The lab that had the lock before may have removed the file since it was opened here; then the lock is worthless.
  struct stat held {
  }, named{};
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0 && ::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
      held.st_ino == named.st_ino && held.st_dev == named.st_dev) {
    return fd;
  }
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

// Returns the common beginning of the file names of a copy, which consists of a process number and a counter. Nullopt:
// the file belongs to no copy.
std::optional<std::string> stem_of(const std::string& name) {
  const size_t end = name.find('.');
  if (end == name.npos) return std::nullopt;
  const std::string stem = name.substr(0, end);
  const size_t dash = stem.find('-');
  if (dash == 0 || dash == stem.npos || dash + 1 == stem.size()) return std::nullopt;
  for (size_t i = 0; i < stem.size(); ++i) {
    if (i != dash && (stem[i] < '0' || stem[i] > '9')) return std::nullopt;
  }
  return stem;
}

// Returns N of "STEM.N.map", 0 for "STEM.map", -1 for other names.
int version_of(const std::string& path, const std::string& stem, std::string_view ending) {
  if (!path.starts_with(stem + ".") || !path.ends_with(ending)) return -1;
  // Earlier versions of the program used this name.
  if (path.size() == stem.size() + ending.size()) return 0;
  const char* const begin = path.data() + stem.size() + 1;
  const char* const end = path.data() + path.size() - ending.size();
  return begin < end ? parse_number<int>({begin, end}).value_or(-1) : -1;
}

// Returns the file with this ending that has the highest version.
std::string newest(const std::vector<std::string>& files, const std::string& stem, std::string_view ending) {
  std::string best;
  int best_version = -1;
  for (const std::string& file : files) {
    const int version = version_of(file, stem, ending);
    if (version > best_version) {
      best_version = version;
      best = file;
    }
  }
  return best;
}

std::string text_of(const nlohmann::json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

// Returns the path stored under a key. It may be a list of bytes if the path is not valid UTF-8.
std::string path_of(const nlohmann::json& json, const char* key) {
  const auto it = json.find(key);
  return it != json.end() ? path_from_json(*it) : std::string();
}

void read_about(const nlohmann::json& json, RecoveryCopy& copy) {
  for (const auto& [key, value] : json.items()) {
    if (key == "original_path" || !key.ends_with(kPathKey)) continue;
    copy.about.paths[key.substr(0, key.size() - kPathKey.size())] = path_of(json, key.c_str());
  }
  copy.about.original_path = path_of(json, "original_path");
  copy.about.title = path_of(json, "title");
  copy.about.level_path = path_of(json, "level");
  copy.about.level_options = text_of(json, "level_options");
  copy.saved_at = text_of(json, "saved_at");
  if (const auto letters = json.find("letters"); letters != json.end() && letters->is_array()) {
    for (const nlohmann::json& word : *letters) {
      if (word.is_string()) copy.about.letters.push_back(word.get<std::string>());
    }
  }
  const auto query = json.find("query");
  if (query == json.end() || !query->is_array() || query->size() != 4) return;
  std::array<int, 4> ends{};
  for (size_t i = 0; i < 4; ++i) {
    if (!(*query)[i].is_number_integer()) return;
    ends[i] = (*query)[i].get<int>();
  }
  copy.about.query = {{ends[0], ends[1]}, {ends[2], ends[3]}};
  copy.about.has_query = true;
}

// Returns the kinds of documents that occur among the files.
std::set<std::string> kinds_of(const std::vector<std::string>& files, const std::string& stem) {
  std::set<std::string> kinds;
  for (const std::string& file : files) {
    const std::string ending = fs::path(file).extension().string();
    if (ending.empty() || ending == ".map" || ending == ".json" || ending == ".lock") continue;
    if (version_of(file, stem, ending) >= 0) kinds.insert(ending.substr(1));
  }
  return kinds;
}

// Reads the files of one copy. If STEM.json cannot be read, the files with the highest versions are used.
RecoveryCopy read_copy(const std::string& stem, const std::vector<std::string>& files) {
  RecoveryCopy copy;
  const std::set<std::string> kinds = kinds_of(files, stem);
  const std::string about = stem + ".json";
  const auto is_there = [&](const std::string& file) {
    return std::find(files.begin(), files.end(), file) != files.end();
  };
  if (is_there(about)) {
    const Result<std::string> text = read_file(about, kMaxAbout);
    const nlohmann::json json = text ? nlohmann::json::parse(text.value(), nullptr, false) : nlohmann::json();
    if (json.is_object()) {
      read_about(json, copy);
      const std::string folder = fs::path(stem).parent_path().string() + "/";
      const auto named = [&](const char* key) {
        const std::string name = text_of(json, key);
        const std::string file = name.find('/') == name.npos ? folder + name : std::string();
        return !name.empty() && file.starts_with(stem + ".") && is_there(file) ? file : std::string();
      };
      copy.map_file = named("map");
      for (const std::string& kind : kinds) {
        if (std::string file = named(kind.c_str()); !file.empty()) copy.documents[kind] = std::move(file);
      }
      if (!copy.map_file.empty()) return copy;
    } else {
      copy.damaged_file = about;
      copy.damage = text ? about + ": is not a JSON object" : text.error().message();
    }
  }
  copy.map_file = newest(files, stem, ".map");
  for (const std::string& kind : kinds) copy.documents.try_emplace(kind, newest(files, stem, "." + kind));
  return copy;
}

}  // namespace

RecoveryFiles::RecoveryFiles(RecoveryFiles&& other) noexcept { *this = std::move(other); }

RecoveryFiles& RecoveryFiles::operator=(RecoveryFiles&& other) noexcept {
  std::swap(stem_, other.stem_);
  std::swap(lock_, other.lock_);
  std::swap(version_, other.version_);
  std::swap(map_, other.map_);
  std::swap(documents_, other.documents_);
  return *this;
}

RecoveryFiles::~RecoveryFiles() {
  if (lock_ >= 0) ::close(lock_);
}

bool RecoveryFiles::take(const std::string& stem) {
  const int lock = take_lock(stem);
  if (lock < 0) return false;
  stem_ = stem;
  lock_ = lock;
  return true;
}

std::vector<std::string> RecoveryFiles::files() const {
  std::vector<std::string> found;
  const fs::path stem(stem_);
  const std::string prefix = stem.filename().string() + ".";
  std::error_code code, ignored;
  for (fs::directory_iterator it(stem.parent_path(), code), end; !code && it != end; it.increment(code)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(prefix) && it->is_regular_file(ignored)) found.push_back(it->path().string());
  }
  return found;
}

std::optional<RecoveryFiles> RecoveryFiles::claim(const std::string& folder, RecoveryCopy& copy) {
  // For each stem, the time of the newest file.
  std::map<std::string, fs::file_time_type> ages;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    const auto stem = stem_of(it->path().filename().string());
    std::error_code ignored;
    if (!stem || !it->is_regular_file(ignored)) continue;
    const bool is_lock = it->path().extension() == ".lock";
    fs::file_time_type& age =
        ages.try_emplace((fs::path(folder) / *stem).string(), fs::file_time_type::min()).first->second;
    if (!is_lock) age = std::max(age, it->last_write_time(ignored));
  }
  std::vector<std::pair<fs::file_time_type, std::string>> order;
  for (const auto& [stem, age] : ages) order.emplace_back(age, stem);
  std::sort(order.rbegin(), order.rend());
  std::optional<RecoveryFiles> claimed;
  for (const auto& [age, stem] : order) {
    RecoveryFiles set;
    // The lab of this copy is still running.
    if (!set.take(stem)) continue;
    RecoveryCopy found = read_copy(stem, set.files());
    const bool of_use = !found.map_file.empty() || !found.documents.empty();
    if (!of_use) {
      if (!found.damaged_file.empty()) (void)set.set_aside(found.damaged_file);
      set.remove();
    } else if (!claimed) {
      copy = std::move(found);
      claimed = std::move(set);
    }
  }
  return claimed;
}

Status RecoveryFiles::make_own(const std::string& folder) {
  if (Status made = make_folders(folder); !made) return made;
  int code = 0;
  for (int i = 0; i < kMaxOwners; ++i) {
    const std::string stem = (fs::path(folder) / (std::to_string(::getpid()) + "-" + std::to_string(i))).string();
    if (!take(stem)) {
      code = errno;
      continue;
    }
    // An earlier process with the same number may have left files with the same stem.
    const std::vector<std::string> there = files();
    if (there.size() <= 1) return success();
    ::close(std::exchange(lock_, -1));
  }
  stem_.clear();
  return error_at(folder, std::string("cannot lock a file for the recovery copy: ") + std::strerror(code));
}

Status RecoveryFiles::write(const std::string& folder, const RecoveryVersion& version) {
  if (!there()) {
    if (Status made = make_own(folder); !made) return made;
  }
  std::string map = map_;
  std::map<std::string, std::string> documents = documents_;
  const std::string next = stem_ + "." + std::to_string(++version_);
  const auto commit = [&]() -> Status {
    if (version.map) {
      map = next + ".map";
      if (Status saved = write_file_atomic(map, *version.map); !saved) return saved;
    }
    for (const auto& [kind, text] : version.documents) {
      documents.erase(kind);
      if (text.empty()) continue;
      const std::string& file = documents[kind] = next + "." + kind;
      if (Status saved = write_file_atomic(file, text); !saved) return saved;
    }
    nlohmann::json json;
    json["map"] = fs::path(map).filename().string();
    for (const auto& [kind, file] : documents) json[kind] = fs::path(file).filename().string();
    const RecoveryInfo& about = *version.about;
    for (const auto& [kind, path] : about.paths) json[kind + std::string(kPathKey)] = path_to_json(path);
    json["original_path"] = path_to_json(about.original_path);
    json["title"] = path_to_json(about.title);
    json["level"] = path_to_json(about.level_path);
    json["level_options"] = about.level_options;
    json["letters"] = about.letters;
    json["saved_at"] = now_text();
    if (about.has_query) {
      json["query"] = {about.query.start.x, about.query.start.y, about.query.goal.x, about.query.goal.y};
    }
    return write_file_atomic(stem_ + ".json",
                             json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  };
  const auto forget = [](const std::string& file, const std::string& unless) {
    if (!file.empty() && file != unless) ::unlink(file.c_str());
  };
  const auto forget_all = [&](const std::map<std::string, std::string>& files,
                              const std::map<std::string, std::string>& unless) {
    for (const auto& [kind, file] : files) {
      const auto kept = unless.find(kind);
      forget(file, kept != unless.end() ? kept->second : std::string());
    }
  };
  if (Status written = commit(); !written) {
    forget(map, map_);
    forget_all(documents, documents_);
    return written;
  }
  forget(map_, map);
  forget_all(documents_, documents);
  map_ = std::move(map);
  documents_ = std::move(documents);
  return success();
}

Result<std::string> RecoveryFiles::set_aside(const std::string& file) const {
  const fs::path from(file);
  const fs::path folder = from.parent_path() / "damaged";
  if (Status made = make_folders(folder.string()); !made) return made.error();
  std::error_code code;
  fs::path to = folder / from.filename();
  for (int i = 2; fs::exists(to, code) && i < 1000; ++i) {
    to = folder / (from.stem().string() + "-" + std::to_string(i) + from.extension().string());
  }
  fs::rename(from, to, code);
  if (code) return error_at(to.string(), code.message());
  return to.string();
}

void RecoveryFiles::remove() {
  if (!there()) return;
  // STEM.json is removed first, as there is no copy without it. The lock is removed last.
  ::unlink((stem_ + ".json").c_str());
  for (const std::string& file : files()) {
    if (file != stem_ + ".lock") ::unlink(file.c_str());
  }
  ::unlink((stem_ + ".lock").c_str());
  ::close(std::exchange(lock_, -1));
  stem_.clear();
  map_.clear();
  documents_.clear();
  version_ = 0;
}

}  // namespace strata
