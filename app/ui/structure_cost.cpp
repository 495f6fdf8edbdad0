#include "app/ui/structure_cost.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "app/base/palette.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"
#include "core/world/refusal.hpp"

namespace strata {
void draw_structure_cost(Ui& ui, const Lab& lab, StructureId structure) {
  const FontScope small(ui.fonts().small);
  const LabState& s = lab.state();
  const double micros = lab.world().state(structure).built_micros;
  Text text("{} in all", bytes_text(s.memory[static_cast<size_t>(structure)]));
  if (!s.fixed_clock && micros > 0) text.add(", built in {}", micros_text(s, micros));
  draw_dim(text);
  ui.mark("{}.cost", structure_name(structure));
}

bool draw_hidden(const Lab& lab, StructureId structure) {
  if (!hides_counts(lab, structure)) return false;
  text_colored_wrapped(theme().text_dim, hides_structure(lab, structure) ? kHiddenStructure : kHiddenCounts);
  return true;
}

void draw_structure_state(Ui& ui, const Lab& lab, StructureId structure) {
  if (hides_counts(lab, structure)) return;
  const World& world = lab.world();
  const std::string why = refusal(world, structure);
  if (why.empty() && world.ready(structure)) return draw_structure_cost(ui, lab, structure);
  const FontScope small(ui.fonts().small);
  if (!why.empty()) {
    text_colored_wrapped(theme().warn, why);
    ImGui::Dummy({0, ui.px(2)});
  } else {
    const double progress = world.state(structure).progress;
    progress_bar(Text("building {:.0f} %", progress * 100), progress, -1, ImGui::GetTextLineHeight() + ui.px(2));
  }
  ui.mark("{}.cost", structure_name(structure));
}

bool draw_facts(Ui& ui, const Lab& lab, const Feature& feature, const char* name, int levels, size_t columns) {
  if (draw_hidden(lab, feature.structure)) return false;
  std::array<CountColumn, 8> titles;
  size_t shown = 0;
  for (const Fact& fact : feature.facts.facts) {
    if (fact.title != nullptr && shown < std::min(columns, titles.size())) titles[shown++] = {fact.title, fact.help};
  }
  static const FactRow kNone;
  const FactRows& rows = facts_of(lab, feature.structure);
  CountTable table(ui, name, levels > 0, std::span(titles).first(shown));
  for (size_t i = 0; table && i < static_cast<size_t>(std::max(levels, 1)); ++i) {
    const FactRow& row = i < rows.size() ? rows[i] : kNone;
    table.row();
    if (const int level = static_cast<int>(i) + 1; levels > 0) {
      level_title(ui, level, level_style(level).color);
      if (!row.help.empty()) tooltip(ui, row.help, {});
    }
    for (const Fact& fact : feature.facts.facts.first(shown)) {
      table.numbers({row.counts.has_value() ? fact.value(row.counts) : 0});
    }
    if (levels > 0) ui.mark("{}.{}", name, i + 1);
  }
  table.end();
  if (levels == 0) ui.mark("{}.counts", name);
  return true;
}

}  // namespace strata
