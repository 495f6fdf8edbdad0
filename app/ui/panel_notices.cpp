#include "app/ui/panel_notices.hpp"
#include "app/base/terrain_looks.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/base/command.hpp"
#include "app/base/icons.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/io/movingai.hpp"

namespace strata {
namespace {

// A notice with less room for its text, in UI pixels, shows only its buttons.
constexpr float kLeastNoticeText = 60;

// Returns the letters that the dialog lists: unknown ones, those whose terrain was chosen, and those of the map format
// except `.` and `@`.
std::string letters_on_offer(const Lab& lab) {
  std::string letters;
  for (const char letter : lab.state().map_letters) {
    if (letter_word({&letter, 1})) letters += letter;
  }
  return letters;
}

void draw_letter(Ui& ui, const Lab& lab, char letter) {
  const LetterTerrains& terrains = lab.world().map().letter_terrains();
  const Terrain terrain = terrains.of(letter);
  const IdScope id(letter);
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(ui.fonts().mono);
  print("{}", letter);
  ImGui::PopFont();
  ImGui::SameLine(ui.px(36));
  ImGui::SetNextItemWidth(ui.px(130));
  combo(ui, "##terrain", terrain_title(lab.state().terrain_looks, terrain), kTerrains, [&](size_t i) {
    const auto other = static_cast<Terrain>(i);
    const std::string_view name = terrain_info(other).name;
    return ComboEntry{terrain_title(lab.state().terrain_looks, other), other == terrain,
                      format_command({"terrain.letter", {std::string(1, letter), std::string(name)}}),
                      fmt::format("letters.{}.{}", letter, name)};
  });
  ui.mark("letters.{}", letter);
  ImGui::SameLine(0, ui.px(10));
  const auto& unknown = lab.state().map_warnings;
  const auto warning = std::ranges::find(unknown, letter, &MapWarning::letter);
  if (warning != unknown.end()) {
    print_in(theme().warn, "unknown, in {}", counted(warning->cells, "cell"));
  } else {
    draw_dim(terrains.is_given(letter) ? "as chosen" : "as in the format");
  }
}

}  // namespace

void draw_letters(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const std::string letters = letters_on_offer(lab);
  if (letters.empty()) {
    text_colored_wrapped(theme().text_dim, "The open map has no letters but . (ground) and @ (blocked), or no file.");
  } else {
    text_colored_wrapped(theme().text_dim,
                         "What the letters of the file stand for. It is remembered for this file; saving writes the "
                         "letters as they are.");
    ImGui::Dummy({0, ui.px(4)});
    constexpr size_t kMaxRows = 10;
    const auto rows = static_cast<float>(std::min(letters.size(), kMaxRows));
    ImGui::BeginChild("letters", {0, rows * ImGui::GetFrameHeightWithSpacing()});
    for (const char letter : letters) draw_letter(ui, lab, letter);
    ImGui::EndChild();
  }
  ImGui::Dummy({0, ui.px(8)});
  if (frame.button(ui, "Close", "letters.close", true)) ui.run("ui.show letters off");
}

namespace {

// The notice that the status bar shows: the first that was not closed; null: there is none.
const Notice* shown_notice(const Lab& lab) {
  const auto& notices = lab.state().notices;
  const auto found = std::ranges::find(notices, false, &Notice::closed);
  return found != notices.end() ? &*found : nullptr;
}

// Width of the two buttons of a notice, with the gaps in front of the second and behind it.
struct NoticeButtons {
  float action, close, gap;
  float width() const { return action + close + 2 * gap; }
};
NoticeButtons notice_buttons(const Ui& ui, const Notice& notice) {
  return {text_width(notice.action) + ui.px(12), ui.px(20), ui.px(6)};
}

}  // namespace

float notice_width(const Ui& ui, const Lab& lab, float room) {
  const Notice* notice = shown_notice(lab);
  if (notice == nullptr) return 0;
  const NoticeButtons buttons = notice_buttons(ui, *notice);
  if (buttons.width() > room) return 0;
  const float text = std::min(std::ceil(text_width(notice->text)) + 1, room - buttons.width() - buttons.gap);
  return buttons.width() + (text >= ui.px(kLeastNoticeText) ? text + buttons.gap : 0);
}

void draw_notice(Ui& ui, const Lab& lab, float width) {
  const Notice* notice = shown_notice(lab);
  if (notice == nullptr || width <= 0) return;
  const NoticeButtons buttons = notice_buttons(ui, *notice);
  const std::string name(notice_name(notice->kind));
  const float text = width - buttons.width() - buttons.gap;
  if (text > 0) {
    draw_text(notice->kind == Notice::Kind::kFileBeside ? theme().text : theme().warn, shortened(notice->text, text));
    describe(ui, "notice." + name, notice->text);
    ImGui::SameLine(0, buttons.gap);
  }
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(5), 0});
  button(ui, notice->action.c_str(), "notice." + name + ".do", notice->line, notice->text,
         {.width = buttons.action, .hint = notice->file});
  ImGui::SameLine(0, buttons.gap);
  button(ui, ui.fonts().icons ? icon::kClose : "x", "notice." + name + ".close", "notice.close " + name, "Close notice",
         {.width = buttons.close});
}

}  // namespace strata
