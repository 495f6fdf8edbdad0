#include "tests/app/lab/scene_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/features/workspace/workspace.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/scene.hpp"
#include "core/io/files.hpp"
#include "tests/app/lab/promised_state.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

namespace strata::test {
namespace {

using json = nlohmann::ordered_json;

constexpr size_t kMostSaid = 3000;  // letters

void give_same_view(const Lab& lab, Lab& other) {
  other.gestures().set_view_size(lab.state().camera.view_width, lab.state().camera.view_height);
}

std::string different_lines(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  std::string fault;
  for (const std::string& line : before) {
    if (std::ranges::find(now, line) == now.end()) fault += fmt::format("gone: {}\n", line);
  }
  for (const std::string& line : now) {
    if (std::ranges::find(before, line) == before.end()) fault += fmt::format("new: {}\n", line);
  }
  const auto [one, two] = std::ranges::mismatch(before, now);
  if (one != before.end() && two != now.end()) fault += fmt::format("{} in place of {}\n", *two, *one);
  return fault + fmt::format("{} lines, {} before\n", now.size(), before.size());
}

}  // namespace

std::string scene_state(Lab& lab) {
  json state = promised_state(lab);
  state.erase("history");  // that of features belongs to their lab
  state["meter"] = json::parse(dump_state(lab))["meter"];
  state["meter"].erase("flashing");  // for a second
  return state.dump();
}

std::string scene_differences(const std::string& a, const std::string& b) {
  if (a == b) return {};
  std::string text;
  for (const json& patch : json::diff(json::parse(a), json::parse(b))) text += patch.dump() + "\n";
  return text.empty() ? "the order of the keys" : text.substr(0, kMostSaid);
}

std::string fault_of_scene(Lab& lab, const LabOptions& options) {
  lab.finish_updates();
  Lab other(options);
  give_same_view(lab, other);
  if (const Status opened = open_scene(other, scene_of(lab)); !opened) return opened.error().message();
  if (other.state().executed != 0) return "opening a scene has executed commands";
  if (std::string fault = scene_differences(scene_state(other), scene_state(lab)); !fault.empty()) return fault;
  SavedContent mine, theirs;
  const Result<std::string> text = workspace_text(lab, mine), again = workspace_text(other, theirs);
  if (text.ok() != again.ok()) return "only one of the two can be written as a text";
  if (text && text.value() != again.value()) {
    return "written as a text: " + different_lines(lines_of(text.value()), lines_of(again.value()));
  }
  if (other.log().lines() != lab.log().lines()) return "the log is another one";
  return other.log().setting_lines() == lab.log().setting_lines() ? "" : "the lines of the settings are others";
}

std::string fault_of_text(Lab& lab, const LabOptions& options, NoText none) {
  const TempFolder own;
  const std::string& level = lab.state().level_path;  // it must lie beside the text
  const std::string folder = level.empty() ? own.path() : std::filesystem::path(level).parent_path().string();
  const std::string file = folder + "/scene-of-a-test.strata";
  SavedContent content{folder}, again{folder};
  const Result<std::string> text = workspace_text(lab, content);
  if (!text) return none == NoText::kFine ? std::string() : text.error().message();
  if (const Status saved = write_file_atomic(file, text.value()); !saved) return saved.error().message();
  Lab other(options);
  give_same_view(lab, other);
  const Status opened = open_workspace(other, file);
  std::filesystem::remove(file);
  if (!opened) return opened.error().message();
  other.finish_updates();
  if (other.state().executed != 0) return "opening the text has executed commands";
  const Result<std::string> written = workspace_text(other, again);
  if (!written) return "written again: " + written.error().message();
  if (written.value() == text.value()) return {};
  // Walkers at random places may find no goal on what is left of the map: opening the text says so.
  for (const Message& message : other.state().messages) {
    if (message.text.find("no random goal was found") != message.text.npos) return {};
  }
  std::string fault = different_lines(lines_of(text.value()), lines_of(written.value()));
  for (const Message& message : other.state().messages) {
    if (message.kind == MessageKind::kError) fault += "said: " + message.text + "\n";
  }
  return fault.substr(0, kMostSaid);
}

}  // namespace strata::test
