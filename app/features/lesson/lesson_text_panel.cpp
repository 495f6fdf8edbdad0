#include "app/features/lesson/lesson_text_panel.hpp"

#include "app/base/glossary.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/tooltip_scopes.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

MarkupText::MarkupText(const std::string& text) {
  const auto pieces = read_text(text);
  if (!pieces) {
    add_piece({TextPiece::Kind::kPlain, text, {}});
    return;
  }
  for (const TextPiece& piece : pieces.value()) add_piece(piece);
}

// Splits a piece into words. A piece without a leading blank continues the previous word.
void MarkupText::add_piece(const TextPiece& piece) {
  const GlossaryEntry* entry = piece.kind == TextPiece::Kind::kGlossary ? glossary_of(piece.text) : nullptr;
  bool blank = false, line = false;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    words_.push_back({std::move(word), piece.kind, blank, line, piece.cell, entry});
    word.clear();
    blank = line = false;
  };
  for (const char c : piece.text) {
    if (c != ' ' && c != '\n') {
      word += c;
      continue;
    }
    end_word();
    blank = true;
    line = line || c == '\n';
  }
  end_word();
  if (!blank) return;
  // A piece that ends with a blank separates its last word from the next piece.
  words_.push_back({"", TextPiece::Kind::kPlain, true, line, {}, nullptr});
}

void MarkupText::draw(Ui& ui, const ImVec4& color, const char* name) const {
  using Kind = TextPiece::Kind;
  const float room = ImGui::GetContentRegionAvail().x;
  const float blank = ImGui::CalcTextSize(" ").x;
  const StyleScope spacing(ImGuiStyleVar_ItemSpacing, {0, ui.px(2)});
  float x = 0;
  bool pending_blank = false, first = true;
  ImGui::BeginGroup();
  for (const Word& word : words_) {
    pending_blank = pending_blank || word.blank_before;
    if (word.text.empty()) continue;
    const bool bold = word.kind == Kind::kEmphasis;
    const bool link = word.kind == Kind::kCell || (word.kind == Kind::kGlossary && word.entry != nullptr);
    const float width = ImGui::CalcTextSize(word.text.c_str()).x;
    const float gap = pending_blank ? blank : 0;
    const bool breaks = word.new_line || (pending_blank && x + gap + width > room);
    if (!first && !breaks) ImGui::SameLine(0, gap);
    x = first || breaks ? width : x + gap + width;
    first = pending_blank = false;
    if (link) {
      // The underline is drawn below the letters.
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float y = at.y + ImGui::GetTextLineHeight() - ui.px(1);
      ImGui::GetWindowDrawList()->AddLine({at.x, y}, {at.x + width, y}, to_u32(theme().accent), ui.px(1));
    }
    draw_text(bold || word.kind == Kind::kCell ? theme().accent : color, word.text);
    if (!link) continue;
    if (word.kind == Kind::kGlossary) {
      if (ImGui::IsItemHovered()) {
        begin_tooltip(ui);
        ImGui::PushTextWrapPos(ui.px(320));
        draw_text(theme().accent, word.entry->term);
        draw_text(word.entry->meaning);
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
      }
      ui.mark("lesson.term.{}", word.text);
      continue;
    }
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked()) ui.run("view.center {} {}", word.cell.x + 0.5, word.cell.y + 0.5);
  }
  ImGui::EndGroup();
  ui.mark(name);
}

}  // namespace strata
