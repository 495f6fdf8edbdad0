#include "app/lab/map_queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/base/path_json.hpp"
#include "app/base/settings.hpp"
#include "core/base/hash.hpp"
#include "core/grid/grid_map.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr size_t kMostBytesOfQueries = size_t{1} << 20;

json remembered_json(const RememberedQuery& one) {
  const PlanQuery& query = one.query;
  return {{"file", path_to_json(one.file)},
          {"hash", fmt::format("{:016x}", one.hash)},
          {"query", {query.start.x, query.start.y, query.goal.x, query.goal.y}}};
}

std::optional<RememberedQuery> read_remembered(const json& from) {
  if (!from.is_object() || !from.contains("file") || !from.contains("hash") || !from["hash"].is_string()) return {};
  const json cells = from.value("query", json::array());
  const auto whole = [](const json& one) { return one.is_number_integer(); };
  if (!cells.is_array() || cells.size() != 4 || !std::ranges::all_of(cells, whole)) return {};
  const auto hash = from["hash"].get<std::string>();
  RememberedQuery one;
  one.file = path_from_json(from["file"]);
  const auto [end, code] = std::from_chars(hash.data(), hash.data() + hash.size(), one.hash, 16);
  if (one.file.empty() || code != std::errc{} || end != hash.data() + hash.size()) return {};
  one.query.start = {cells[0].get<int>(), cells[1].get<int>()};
  one.query.goal = {cells[2].get<int>(), cells[3].get<int>()};
  return one;
}

// Returns the queries in the file, the newest first.
std::vector<RememberedQuery> read_queries(const std::string& path) {
  std::vector<RememberedQuery> all;
  const Result<std::string> text = read_file(path, kMostBytesOfQueries);
  if (!text) return all;
  const json read = json::parse(text.value(), nullptr, false);
  if (!read.is_object() || !read.contains("queries") || !read["queries"].is_array()) return all;
  for (const json& one : read["queries"]) {
    if (all.size() == MapQueries::kMost) break;
    if (std::optional<RememberedQuery> remembered = read_remembered(one)) all.push_back(std::move(*remembered));
  }
  return all;
}

}  // namespace

std::optional<RememberedQuery> MapQueries::of(const std::string& file, uint64_t hash) const {
  if (!on()) return std::nullopt;
  const std::vector<RememberedQuery> all = read_queries(path_);
  auto found = std::ranges::find(all, file, &RememberedQuery::file);
  if (found == all.end()) found = std::ranges::find(all, hash, &RememberedQuery::hash);
  return found != all.end() ? std::optional(*found) : std::nullopt;
}

Status MapQueries::note(const RememberedQuery& query) const {
  if (!on()) return success();
  std::vector<RememberedQuery> all = read_queries(path_);
  if (!all.empty() && all.front() == query) return success();
  std::erase_if(all, [&](const RememberedQuery& one) { return one.file == query.file; });
  all.insert(all.begin(), query);
  if (all.size() > kMost) all.resize(kMost);
  if (Status made = make_folders(std::filesystem::path(path_).parent_path().string()); !made) return made;
  json list = json::array();
  for (const RememberedQuery& one : all) list.push_back(remembered_json(one));
  return write_file_atomic(path_, json{{"queries", list}}.dump(1) + "\n");
}

}  // namespace strata
