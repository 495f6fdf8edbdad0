#include "app/ui/panel_glossary.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <string>
#include <utility>

#include "app/base/glossary.hpp"
#include "app/lab/command_search.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

const GlossaryEntry* explained = nullptr;  // the term under the pointer in this frame

// The term at which the glossary is to open; empty: it opens with all terms.
struct GlossaryRequest {
  std::string term;
};

std::string source_text(const GlossaryEntry& entry) {
  return entry.source == "ours" ? std::string("a term of this program") : std::string(entry.source);
}

void draw_entry(Ui& ui, const GlossaryEntry& entry) {
  {
    const FontScope bold(ui.fonts().bold);
    draw_text(entry.term);
  }
  ui.mark(Text("glossary.{}", entry.term).view());
  ImGui::PushTextWrapPos(0);
  draw_text(entry.meaning);
  ImGui::PopTextWrapPos();
  note(ui, source_text(entry));
  ImGui::Dummy({0, ui.px(6)});
}

// Draws the entries that have the typed words. If these are exactly a term or a form of it, that entry comes first.
void draw_terms(Ui& ui, std::string_view typed) {
  const std::string words = lower(typed);
  const GlossaryEntry* exact = words.empty() ? nullptr : glossary_of(words);
  bool any = exact != nullptr;
  if (exact != nullptr) draw_entry(ui, *exact);
  for (const GlossaryEntry& entry : glossary()) {
    if (&entry == exact) continue;
    if (!matches(lower(fmt::format("{} {} {}", entry.term, entry.forms, entry.meaning)), words)) continue;
    draw_entry(ui, entry);
    any = true;
  }
  if (!any) draw_dim("No term and no meaning has these words.");
}

// What was typed into the tab of the glossary.
struct GlossaryTabFilter {
  std::array<char, 64> words{};
};

bool tooltip_in_sight() {
  for (int i = 0; i < imgui::window_count(); ++i) {
    const imgui::WindowView window = imgui::window_at(i);
    if (window.active() && std::string_view(window.name()).starts_with("##Tooltip")) return true;
  }
  return false;
}

}  // namespace

void GlossaryDialog::draw(Ui& ui, DialogFrame& frame) {
  if (frame.appearing) {
    filter_[0] = 0;
    ImGui::SetKeyboardFocusHere();
  }
  if (std::string& term = ui.kept<GlossaryRequest>().term; !term.empty()) {
    filter_[term.copy(filter_.data(), filter_.size() - 1)] = 0;
    term.clear();
  }
  ImGui::SetNextItemWidth(ui.px(260));
  ImGui::InputTextWithHint("##filter", "Search terms and meanings", filter_.data(), filter_.size());
  ui.mark("glossary.filter");
  ImGui::BeginChild("terms", {0, -ImGui::GetFrameHeightWithSpacing() - ui.px(4)});
  draw_terms(ui, filter_.data());
  ImGui::EndChild();
  if (frame.button(ui, "Close", "glossary.close", true)) ui.run("ui.show glossary off");
}

void draw_glossary_tab(Ui& ui, Lab&) {
  auto& words = ui.kept<GlossaryTabFilter>().words;
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##words", "Search the terms", words.data(), words.size());
  ui.mark("glossary.words");
  draw_terms(ui, words.data());
}

void open_glossary(Ui& ui, std::string_view term) {
  ui.kept<GlossaryRequest>().term = term;
  ui.run("ui.show glossary on");
}

void explain_label(std::string_view label) {
  if (!ImGui::IsItemHovered()) return;
  if (const GlossaryEntry* entry = glossary_term_in(label)) explained = entry;
}

void draw_explained_label(Ui& ui) {
  const GlossaryEntry* entry = std::exchange(explained, nullptr);
  if (entry == nullptr || tooltip_in_sight()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ui.px(320));
  {
    const FontScope bold(ui.fonts().bold);
    draw_text(entry->term);
  }
  ui.mark("glossary.tip");
  draw_text(entry->meaning);
  note(ui, source_text(*entry));
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

}  // namespace strata
