// The dialog that exports a film.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/command.hpp"
#include "app/base/command_arguments.hpp"
#include "app/features/figure/figure_feature.hpp"
#include "app/figure/animation.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_exports.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr std::array<std::string_view, 3> kFilmSuffixes = {".gif", ".png", ".mp4"};
constexpr int kUsualFilmFrames = 150;

// What the user has entered into the dialog. It stays for the next time that the dialog opens.
struct AnimationDialog {
  std::array<char, 1024> path{};
  AnimationFormat kind = AnimationFormat::kGif;
  // The film shows walking agents; false: it shows the steps of a search.
  bool agents = false;
  // The film shows the whole map; false: the visible part.
  bool whole = true;
  bool begun = false;  // the choices of an earlier run were taken over
  // Each frame shows all views side by side; false: the view that the pointer was over last.
  bool all_views = true;
  bool sentence = true;  // the sentence stands below each frame
  bool legend = true;    // the legend stands below each frame
  bool dark = false;     // the film is dark
  int from = 0, to = 0, every = 1, pixels = 800;
  double seconds = 5, rate = 10;
};

bool agents_walk(const Lab& lab) {
  const auto walks = [](const auto& entry) { return entry.second->activity() == Activity::kEndless; };
  return std::any_of(lab.controllers().begin(), lab.controllers().end(), walks);
}

// Fills the dialog with the choices of the last film, which may be that of an earlier run.
void take_last_film(const Lab& lab, AnimationDialog& d) {
  const std::vector<std::string> words = export_choices(lab, "film");
  if (words.empty()) return;
  const auto kind = std::ranges::find(kFilmSuffixes, words[0]);
  if (kind != kFilmSuffixes.end()) d.kind = static_cast<AnimationFormat>(kind - kFilmSuffixes.begin());
  d.whole = d.all_views = false;
  for (size_t i = 1; i + 1 < words.size(); i += 2) {
    const std::string& key = words[i];
    const std::string& word = words[i + 1];
    if (const Result<double> rate = number(word, 0.5, 60, key); key == "fps" && rate) d.rate = rate.value();
    if (const Result<int> pixels = integer(word, 16, 4096, key); key == "pixels" && pixels) d.pixels = pixels.value();
    if (key == "area") d.whole = word == "all";
    if (key == "view") d.all_views = word == "all";
    if (key == "caption") d.sentence = false;
    if (key == "ground") d.dark = word == "dark";
  }
}

void begin_film_dialog(const Lab& lab, AnimationDialog& d) {
  if (!std::exchange(d.begun, true)) take_last_film(lab, d);
  const std::string path = proposed_export(lab, kFilmSuffixes[static_cast<size_t>(d.kind)]);
  std::snprintf(d.path.data(), d.path.size(), "%s", path.c_str());
  d.from = 0;
  d.to = static_cast<int>(std::min<size_t>(lab.playback().size(), 1u << 30));
  d.every = std::max(1, static_cast<int>(lab.playback().counts().expanded) / kUsualFilmFrames);
  d.agents = d.agents ? agents_walk(lab) : lab.playback().empty() && agents_walk(lab);
}

void choose_film_kind(Ui& ui, AnimationDialog& d, const char* label, const char* name, AnimationFormat kind) {
  if (radio_button(ui, label, d.kind == kind)) {
    std::filesystem::path path = d.path.data();
    path.replace_extension(kFilmSuffixes[static_cast<size_t>(kind)]);
    std::snprintf(d.path.data(), d.path.size(), "%s", path.string().c_str());
    d.kind = kind;
  }
  ui.mark(name);
}

void film_row(Ui& ui, const char* title) {
  ImGui::AlignTextToFramePadding();
  draw_dim(title);
  ImGui::SameLine(ui.px(128));
}

void whole_number(Ui& ui, const char* id, const char* name, int& value, int low, int high) {
  ImGui::SetNextItemWidth(ui.px(100));
  ImGui::InputInt(id, &value, 0, 0);
  ui.mark(name);
  value = std::clamp(value, low, high);
}

Command film_command(const Lab& lab, const AnimationDialog& d) {
  Command command{"export.animation", {std::string(d.path.data())}};
  const auto add = [&](const char* key, std::string word) {
    command.args.emplace_back(key);
    command.args.push_back(std::move(word));
  };
  if (d.agents) {
    add("seconds", fmt::format("{:g}", d.seconds));
  } else {
    add("from", std::to_string(d.from));
    add("to", std::to_string(d.to));
    add("every", std::to_string(d.every));
    if (!d.sentence) add("caption", "");
  }
  add("fps", fmt::format("{:g}", d.rate));
  add("pixels", std::to_string(d.pixels));
  if (d.whole) add("area", "all");
  add("legend", d.legend ? "on" : "off");
  if (d.dark) add("ground", "dark");
  if (lab.state().view_count > 1) add("view", d.all_views ? "all" : std::to_string(focused_view(lab)));
  return command;
}

void draw_film_what(Ui& ui, const Lab& lab, AnimationDialog& d) {
  film_row(ui, "Film of");
  {
    const DisabledScope disabled(ui, !lab.playback().empty(), "no search is recorded");
    if (radio_button(ui, "the search", !d.agents)) d.agents = false;
    ui.mark("film.search");
  }
  ImGui::SameLine();
  {
    const DisabledScope disabled(ui, agents_walk(lab), "no agents walk");
    if (radio_button(ui, "agents that walk", d.agents)) d.agents = true;
    ui.mark("film.agents");
  }
  if (d.agents) {
    film_row(ui, "Seconds");
    ImGui::SetNextItemWidth(ui.px(100));
    ImGui::InputDouble("##seconds", &d.seconds, 0, 0, "%.3g");
    ui.mark("film.seconds");
    d.seconds = std::clamp(d.seconds, 0.1, 600.0);
    return;
  }
  const int size = static_cast<int>(std::min<size_t>(lab.playback().size(), 1u << 30));
  film_row(ui, "Events");
  whole_number(ui, "##from", "film.from", d.from, 0, size);
  ImGui::SameLine();
  draw_dim("to");
  ImGui::SameLine();
  whole_number(ui, "##to", "film.to", d.to, d.from, size);
  film_row(ui, "A frame every");
  whole_number(ui, "##every", "film.every", d.every, 1, 1 << 30);
  ImGui::SameLine();
  draw_dim("expansions");
}

void draw_film_dialog(Ui& ui, const Lab& lab, DialogFrame& frame) {
  auto& d = ui.kept<AnimationDialog>();
  if (frame.fresh) begin_film_dialog(lab, d);
  film_row(ui, "Format");
  choose_film_kind(ui, d, "GIF", "film.gif", AnimationFormat::kGif);
  ImGui::SameLine();
  choose_film_kind(ui, d, "numbered PNG", "film.png", AnimationFormat::kPngs);
  ImGui::SameLine();
  {
    const Status possible = AnimationWriter::possible(AnimationFormat::kMp4);
    const std::string_view reason = possible ? std::string_view() : std::string_view(possible.error().what);
    const DisabledScope disabled(ui, possible.ok(), reason);
    choose_film_kind(ui, d, "MP4", "film.mp4", AnimationFormat::kMp4);
  }
  draw_film_what(ui, lab, d);
  film_row(ui, "Frames a second");
  ImGui::SetNextItemWidth(ui.px(100));
  ImGui::InputDouble("##rate", &d.rate, 0, 0, "%.3g");
  ui.mark("film.rate");
  d.rate = std::clamp(d.rate, 0.5, 60.0);
  film_row(ui, "Width, pixels");
  whole_number(ui, "##pixels", "film.pixels", d.pixels, 16, 4096);
  if (lab.state().view_count > 1) {
    film_row(ui, "Views");
    if (radio_button(ui, Text("view {}, the focused one", focused_view(lab)), !d.all_views)) d.all_views = false;
    ui.mark("film.view.focused");
    ImGui::SameLine();
    if (radio_button(ui, "all views", d.all_views)) d.all_views = true;
    ui.mark("film.view.all");
  }
  film_row(ui, "Ground");
  if (radio_button(ui, "light", !d.dark)) d.dark = false;
  ui.mark("film.ground.light");
  ImGui::SameLine();
  if (radio_button(ui, "dark", d.dark)) d.dark = true;
  ui.mark("film.ground.dark");
  film_row(ui, "Contents");
  check_box(ui, "Whole map", &d.whole);
  ui.mark("film.whole");
  if (!d.agents) {
    ImGui::SameLine();
    check_box(ui, "Sentence of the step", &d.sentence);
    ui.mark("film.sentence");
  }
  ImGui::SameLine();
  check_box(ui, "Legend", &d.legend);
  ui.mark("film.legend");
  film_row(ui, "File");
  frame.path_field(ui, d.path, "film");
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  {
    const bool possible = d.agents || !lab.playback().empty();
    const DisabledScope disabled(ui, possible, "no search is recorded");
    if (frame.button(ui, "Export", "film.go", true) && d.path[0] != 0 && possible) {
      ui.run_for("animation", format_command(film_command(lab, d)));
    }
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "film.cancel", false)) ui.run("ui.show animation off");
}

}  // namespace

PanelDialog animation_dialog() { return {"animation", "Export film###animation", 520, draw_film_dialog}; }

}  // namespace strata
