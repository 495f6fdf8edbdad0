#include "app/ui/structure_cost.hpp"

#include <imgui.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"
#include "core/world/refusal.hpp"

namespace strata {
namespace {

void mark_cost(Ui& ui, StructureId structure) {
  char text[96];
  const std::string_view name = structure_name(structure);
  std::snprintf(text, sizeof text, "%.*s.cost", static_cast<int>(name.size()), name.data());
  ui.dump().mark(text);
}

}  // namespace

void draw_structure_cost(Ui& ui, const Lab& lab, StructureId structure) {
  const LabState& s = lab.state();
  ImGui::PushFont(ui.fonts().small);
  const double micros = lab.world().state(structure).built_micros;
  const size_t bytes = s.memory[static_cast<size_t>(structure)];
  if (s.fixed_clock || micros <= 0) {
    text_dim("%s in all", bytes_text(bytes).c_str());
  } else {
    text_dim("%s in all, built in %s", bytes_text(bytes).c_str(), micros_text(s, micros).c_str());
  }
  mark_cost(ui, structure);
  ImGui::PopFont();
}

void draw_structure_state(Ui& ui, const Lab& lab, StructureId structure) {
  const World& world = lab.world();
  const std::string why = refusal(world, structure);
  if (why.empty() && world.ready(structure)) {
    draw_structure_cost(ui, lab, structure);
    return;
  }
  ImGui::PushFont(ui.fonts().small);
  if (!why.empty()) {
    text_colored_wrapped(theme().warn, why.c_str());
    ImGui::Dummy({0, ui.px(2)});
  } else {
    char text[96];
    const double progress = world.state(structure).progress;
    std::snprintf(text, sizeof text, "building %.0f %%", progress * 100);
    ImGui::ProgressBar(static_cast<float>(progress), {-1, ImGui::GetTextLineHeight() + ui.px(2)}, text);
  }
  mark_cost(ui, structure);
  ImGui::PopFont();
}

}  // namespace strata
