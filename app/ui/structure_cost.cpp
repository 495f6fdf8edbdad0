#include "app/ui/structure_cost.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <string>

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
  draw_cost_text(lab, structure);
  ui.mark("{}.cost", structure_name(structure));
}

void draw_cost_text(const Lab& lab, StructureId structure) {
  const LabState& s = lab.state();
  const double micros = lab.world().state(structure).built_micros;
  print_dim("{} in all{}", bytes_text(s.memory[static_cast<size_t>(structure)]),
            s.fixed_clock || micros <= 0 ? "" : fmt::format(", built in {}", micros_text(s, micros)));
}

void draw_structure_state(Ui& ui, const Lab& lab, StructureId structure) {
  if (hides_structure(lab, structure)) return;
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

}  // namespace strata
