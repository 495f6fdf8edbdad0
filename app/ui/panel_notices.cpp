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

// Returns the letters of the file that a dialog offers to give a terrain: unknown letters, letters that were given a
// terrain, and the format's letters except for `.` and `@`.
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
  combo(ui, "##terrain", terrain_title(terrain), kTerrains, [&](size_t i) {
    const auto other = static_cast<Terrain>(i);
    const std::string_view name = terrain_info(other).name;
    return ComboEntry{terrain_title(other), other == terrain,
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

float draw_notices(Ui& ui, const Lab& lab, const Box& pane) {
  const LabState& s = lab.state();
  if (s.painting || s.presentation) return pane.y;
  const float top = pane.y + ui.px(10);
  float y = top;
  for (const Notice& notice : s.notices) {
    if (notice.closed) continue;
    const std::string name(notice_name(notice.kind));
    const float padding = ui.px(10), gap = ui.px(10);
    const float close = ui.px(22), action = text_width(notice.action) + ui.px(16);
    const float text = text_width(notice.text);
    const float room = pane.width - ui.px(20);
    // If the view is narrow, the buttons go below the text.
    const float one_line = text + gap + action + gap + close + 2 * padding;
    const bool low = one_line > room;
    const float width = std::min(low ? std::max(text, action + gap + close) + 2 * padding : one_line, room);
    const float wrapped = ImGui::CalcTextSize(notice.text.c_str(), nullptr, false, width - 2 * padding).y;
    const float height = low ? wrapped + ImGui::GetFrameHeight() + ui.px(18) : ImGui::GetFrameHeight() + ui.px(10);
    if (width < ui.px(120) || y + height > pane.y + pane.height) break;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, ui.px(5)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, ui.px(1));
    ImGui::PushStyleColor(ImGuiCol_Border, notice.kind == Notice::Kind::kLetters ? theme().warn : theme().accent);
    const Box box{std::floor(pane.x + (pane.width - width) / 2), std::floor(y), std::ceil(width), std::ceil(height)};
    if (begin_panel(("##notice." + name).c_str(), box)) {
      mark_box(ui, "notice." + name, box);
      if (low) {
        ImGui::TextWrapped("%s", notice.text.c_str());
      } else {
        ImGui::AlignTextToFramePadding();
        draw_text(notice.text);
        ImGui::SameLine(0, gap);
      }
      button(ui, notice.action.c_str(), "notice." + name + ".do", notice.line, notice.file, {.width = action});
      ImGui::SameLine(0, gap);
      button(ui, ui.fonts().icons ? icon::kClose : "x", "notice." + name + ".close", "notice.close " + name,
             "Close notice", {.width = close});
      ImGui::End();
    }
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    y += height + ui.px(6);
  }
  return y > top ? y : pane.y;
}

}  // namespace strata
