#include "app/ui/panel_open_options.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/base/command.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/open_options.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/number_text.hpp"
#include "core/io/map_options.hpp"

namespace strata {
namespace {

// Sizes in UI pixels.
constexpr float kPreviewWidth = 192, kPreviewHeight = 128, kHistogramHeight = 36;

std::string option_line(std::string_view setting, std::string_view value) {
  return format_command({"map.option", {fmt::format("{}={}", setting, value)}});
}

// Draws a list of the terrains for the choice `setting`.
void draw_terrain_choice(Ui& ui, const Lab& lab, const OpenOptions& asked, const std::string& setting) {
  const TerrainLooks& looks = lab.state().terrain_looks;
  const Terrain now = terrain_named(asked.choice(setting)).value_or(Terrain::kOut);
  const IdScope id(setting.c_str());
  ImGui::SetNextItemWidth(ui.px(130));
  combo(ui, "##terrain", terrain_title(looks, now), kTerrains, [&](size_t i) {
    const auto terrain = static_cast<Terrain>(i);
    return ComboEntry{terrain_title(looks, terrain), terrain == now, option_line(setting, terrain_info(terrain).name),
                      fmt::format("open_options.{}.{}", setting, terrain_info(terrain).name)};
  });
  ui.mark("open_options.{}", setting);
}

void draw_terrain_row(Ui& ui, const Lab& lab, const OpenOptions& asked, const char* label, const std::string& setting) {
  setting_row(ui, label);
  draw_terrain_choice(ui, lab, asked, setting);
}

// Draws a list of names for the choice `setting`. `all`: the title of the first entry, which chooses none of the names;
// empty: there is no such entry.
void draw_name_choice(Ui& ui, const OpenOptions& asked, const char* label, const char* setting,
                      const std::vector<std::string>& names, std::string_view all) {
  const std::string_view now = asked.choice(setting);
  const size_t first = all.empty() ? 0 : 1;
  setting_row(ui, label);
  const IdScope id(setting);
  combo(ui, "##name", now.empty() ? all : now, names.size() + first, [&](size_t i) {
    const std::string_view name = i < first ? std::string_view() : std::string_view(names[i - first]);
    return ComboEntry{i < first ? all : name, name == now, option_line(setting, name),
                      fmt::format("open_options.{}.{}", setting, i)};
  });
  ui.mark("open_options.{}", setting);
}

std::vector<std::string> layer_names(const MapSummary& summary) {
  std::vector<std::string> names;
  for (const MapSummary::SummaryLayer& layer : summary.layers) {
    if (std::ranges::find(names, layer.name) == names.end()) names.push_back(layer.name);
  }
  return names;
}

// Says how many tiles each layer has, and what it stands for.
std::string layers_text(const MapSummary& summary) {
  constexpr size_t kMostLayers = 6;
  std::string text;
  for (size_t i = 0; i < std::min(summary.layers.size(), kMostLayers); ++i) {
    const MapSummary::SummaryLayer& layer = summary.layers[i];
    text += fmt::format("{}{}: {}", i == 0 ? "" : "; ", layer.name.empty() ? "(no name)" : layer.name,
                        counted(layer.tiles, "cell"));
    if (layer.terrain) text += fmt::format(", {}", terrain_info(*layer.terrain).name);
  }
  if (summary.layers.size() > kMostLayers) text += fmt::format("; {} more", summary.layers.size() - kMostLayers);
  return text;
}

// Draws the number of pixels by lightness, dark ones at the left, and a line at the threshold.
void draw_histogram(Ui& ui, const MapSummary& summary, int threshold) {
  const float width = ImGui::GetContentRegionAvail().x, height = ui.px(kHistogramHeight);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, height});
  describe(ui, "open_options.histogram", "Pixels by lightness, from 0 at the left to 255", {},
           "Higher bars stand for more pixels, by their square root.");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field), ui.px(3));
  const uint64_t most = std::max<uint64_t>(1, std::ranges::max(summary.lightness));
  const float step = width / 256;
  for (size_t i = 0; i < summary.lightness.size(); ++i) {
    if (summary.lightness[i] == 0) continue;
    const auto share =
        static_cast<float>(std::sqrt(static_cast<double>(summary.lightness[i]) / static_cast<double>(most)));
    const float bar = std::max(1.0f, share * height), x = at.x + static_cast<float>(i) * step;
    list->AddRectFilled({x, at.y + height - bar}, {x + std::max(1.0f, step), at.y + height}, to_u32(theme().text_dim));
  }
  const float line = at.x + static_cast<float>(threshold) * step;
  list->AddLine({line, at.y}, {line, at.y + height}, to_u32(theme().accent), ui.px(2));
}

void draw_image_choices(Ui& ui, const OpenOptions& asked) {
  const MapSummary& summary = asked.summary;
  const auto levels = static_cast<size_t>(std::ranges::count_if(summary.lightness, [](uint64_t n) { return n > 0; }));
  Text text("{} of grey", counted(levels, "level"));
  if (summary.coloured > 0) text.add(", {} with a colour", counted(summary.coloured, "pixel"));
  if (summary.transparent > 0) text.add(", {} transparent", summary.transparent);
  text_colored_wrapped(theme().text_dim, text.view());
  const int threshold = parse_number<int>(asked.choice("threshold")).value_or(128);
  draw_histogram(ui, summary, threshold);
  draw_dim("Lightness from which a pixel is ground");
  if (const auto moved =
          number_below(ui, "open_options.threshold", threshold, 0, 256, "Threshold",
                       "A pixel at least as light is ground, a darker one blocked", Text("{}", threshold).view())) {
    ui.run(option_line("threshold", std::to_string(*moved)));
  }
  bool invert = asked.choice("invert") == "on";
  if (check_box(ui, "Dark pixels are ground", &invert)) ui.run(option_line("invert", invert ? "on" : "off"));
  describe(ui, "open_options.invert", "Exchanges ground and blocked");
  if (summary.levels_of_grey.empty()) return;
  bool words = asked.choice("words") == "on";
  if (check_box(ui, "Terrains that the image names", &words)) ui.run(option_line("words", words ? "on" : "off"));
  describe(ui, "open_options.words", "The image says which terrain each level of grey stands for");
}

// Draws a row for each number that gets a choice of its own.
void draw_value_choices(Ui& ui, const Lab& lab, const OpenOptions& asked) {
  const std::vector<MapSummary::SummaryValue> values = values_with_choice(asked.summary);
  constexpr size_t kMostRows = 6;
  const auto rows = static_cast<float>(std::min(values.size(), kMostRows));
  ImGui::BeginChild("values", {0, rows * ImGui::GetFrameHeightWithSpacing()});
  for (const MapSummary::SummaryValue& value : values) {
    const std::string number = map_number_text(value.value);
    ImGui::AlignTextToFramePadding();
    draw_text(shortened(number, ui.px(80)));
    ImGui::SameLine(ui.px(90));
    draw_terrain_choice(ui, lab, asked, number);
    ImGui::SameLine(0, ui.px(10));
    Text about("in {}", counted(value.cells, "cell"));
    if (!value.name.empty()) about.add(", called {}", value.name);
    draw_dim(shortened(about.view(), ImGui::GetContentRegionAvail().x));
  }
  ImGui::EndChild();
  if (asked.summary.truncated || values.size() < asked.summary.values.size()) {
    text_colored_wrapped(theme().text_dim,
                         Text("These are the {} most frequent numbers; there are {}{}.", values.size(),
                              asked.summary.truncated ? "more than " : "", asked.summary.values.size()));
  }
  draw_terrain_row(ui, lab, asked, "All others", "other");
}

void draw_letter_choices(Ui& ui, const Lab& lab, const OpenOptions& asked) {
  constexpr size_t kMostRows = 6;
  const auto& letters = asked.summary.unknown_letters;
  const auto rows = static_cast<float>(std::min(letters.size(), kMostRows));
  ImGui::BeginChild("letters", {0, rows * ImGui::GetFrameHeightWithSpacing()});
  for (const MapWarning& letter : letters) {
    ImGui::AlignTextToFramePadding();
    print("{}", letter.letter);
    ImGui::SameLine(ui.px(36));
    draw_terrain_choice(ui, lab, asked, std::string(1, letter.letter));
    ImGui::SameLine(0, ui.px(10));
    print_dim("in {}, first in line {}", counted(letter.cells, "cell"), letter.first_line);
  }
  ImGui::EndChild();
}

void draw_option_choices(Ui& ui, const Lab& lab, const OpenOptions& asked) {
  const MapSummary& summary = asked.summary;
  switch (summary.format) {
    case MapFormat::kMovingAi:
      return draw_letter_choices(ui, lab, asked);
    case MapFormat::kImage:
      return draw_image_choices(ui, asked);
    case MapFormat::kRos:
      return draw_terrain_row(ui, lab, asked, "Unknown cells", "unknown");
    case MapFormat::kTiled:
      text_colored_wrapped(theme().text_dim, layers_text(summary));
      return draw_name_choice(ui, asked, "Layer that counts", "layer", layer_names(summary), "All layers");
    case MapFormat::kLdtk:
      draw_name_choice(ui, asked, "Level", "level", summary.levels, {});
      draw_name_choice(ui, asked, "Layer", "layer", layer_names(summary), {});
      break;
    case MapFormat::kNumbers:
      break;
  }
  draw_value_choices(ui, lab, asked);
}

// Draws the picture into the middle of the room, a rectangle for each run of pixels with one colour. It is small, and
// changes while a slider is dragged, so that it is no texture.
void draw_picture_of(ImDrawList* list, const MapThumbnail& picture, ImVec2 at, ImVec2 room) {
  const float zoom = std::min(room.x / static_cast<float>(picture.width), room.y / static_cast<float>(picture.height));
  const ImVec2 from(at.x + (room.x - zoom * static_cast<float>(picture.width)) / 2,
                    at.y + (room.y - zoom * static_cast<float>(picture.height)) / 2);
  for (int y = 0; y < picture.height; ++y) {
    const Rgba* const row = &picture.pixels[static_cast<size_t>(y) * static_cast<size_t>(picture.width)];
    const float top = from.y + zoom * static_cast<float>(y);
    for (int x = 0; x < picture.width;) {
      int end = x + 1;
      while (end < picture.width && row[end] == row[x]) ++end;
      list->AddRectFilled({from.x + zoom * static_cast<float>(x), top},
                          {from.x + zoom * static_cast<float>(end), top + zoom}, to_im(row[x]));
      x = end;
    }
  }
}

// Draws the map that the choices give, and how many cells of each terrain it has.
void draw_preview(Ui& ui, const Lab& lab, const OpenOptions& asked) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room(ui.px(kPreviewWidth), ui.px(kPreviewHeight));
  ImGui::Dummy(room);
  describe(ui, "open_options.preview", "The map with these choices");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + room.x, at.y + room.y}, to_u32(theme().field), ui.px(3));
  if (asked.preview != nullptr) draw_picture_of(list, *asked.preview, at, room);
  ImGui::SameLine(0, ui.px(12));
  ImGui::BeginGroup();
  if (asked.preview != nullptr) {
    for (size_t i = 0; i < asked.cells.size(); ++i) {
      if (asked.cells[i] == 0) continue;
      const auto terrain = static_cast<Terrain>(i);
      terrain_swatch(ui, lab.state().terrain_looks, terrain, ImGui::GetTextLineHeight());
      ImGui::SameLine(0, ui.px(6));
      print("{} {}", asked.cells[i], terrain_title(lab.state().terrain_looks, terrain));
    }
  }
  if (asked.reading) draw_dim("Reading the file ...");
  ImGui::EndGroup();
}

}  // namespace

void draw_open_options(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const std::shared_ptr<const OpenOptions> asked = lab.state().open_options;
  if (asked == nullptr) {
    text_colored_wrapped(
        theme().text_dim,
        "No map file is being opened. File > Open with other options asks how the file of the open map "
        "is read.");
    ImGui::Dummy({0, ui.px(8)});
    if (frame.button(ui, "Close", "open_options.cancel", true)) ui.run("ui.show open_options off");
    return;
  }
  const std::string name = std::filesystem::path(asked->path).filename().string();
  print_bold(ui, "{}", shortened(name, ImGui::GetContentRegionAvail().x).view());
  print_dim("{} x {} cells, from {}", asked->summary.width, asked->summary.height,
            map_format_title(asked->summary.format));
  for (const std::string& sentence : asked->summary.open) text_colored_wrapped(theme().text, sentence);
  if (asked->summary.open.empty()) text_colored_wrapped(theme().text, "The file leaves nothing open.");
  ImGui::Dummy({0, ui.px(4)});
  draw_option_choices(ui, lab, *asked);
  ImGui::Dummy({0, ui.px(4)});
  draw_preview(ui, lab, *asked);
  if (!asked->problem.empty()) text_colored_wrapped(theme().bad, asked->problem);
  text_colored_wrapped(theme().text_dim,
                       "The choices are remembered for this file. File > Open with other options asks again.");
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  if (frame.button(ui, "Open", "open_options.open", true)) {
    Command opens{"map.open", {asked->path}};
    opens.args.insert(opens.args.end(), asked->words.begin(), asked->words.end());
    ui.run_for("open_options", format_command(opens));
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "open_options.cancel", false)) ui.run("ui.show open_options off");
}

}  // namespace strata
