// What a view draws strongly, and what is pale meanwhile: no list is filled again for it.
#include <algorithm>
#include <string_view>

#include "app/draw/overlay.hpp"
#include "app/lab/agents_first.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"

namespace strata {

namespace {

bool shows_agents(const LegendEntry& entry) {
  return entry.mark == nullptr && entry.layer != LegendEntry::kNone && layer_info(entry.layer).agents;
}
bool shows_answer(const LegendEntry& entry) {
  return entry.mark == nullptr && entry.layer != LegendEntry::kNone && layer_info(entry.layer).answer;
}

}  // namespace

void OverlayBuilder::find_searched_layers() {
  searched_.assign(layers().size(), false);
  for (const Layer own :
       {Layer::kSearch, Layer::kTree, Layer::kAbstractPath, Layer::kRawPath, Layer::kPath, Layer::kDrillDown}) {
    searched_[static_cast<size_t>(own)] = true;
  }
  for (const Feature* feature : features()) {
    for (const PlannerAppearance& planner : feature->planners) {
      for (const FeatureLayer* own : planner.layers) searched_[static_cast<size_t>(own->number)] = !own->agents;
    }
  }
}

// Returns whether the view shows a search between its first and its last step.
bool OverlayBuilder::is_stepped(const Lab& lab) const {
  const Playback& playback = search(lab);
  return lab.state().process == nullptr && !playback.empty() && playback.cursor() > 0 && !playback.at_end();
}

// Makes pale what is not in focus, except for an entry of the legend under the pointer:
// - the graph that a search is stepped on, but for what the step concerns; layers that were switched on by hand, or by
//   a card, are less pale;
// - a search under a crowd, or a crowd over a search: both at once cannot be read;
// - a search that is not stepped, and the paths of planners, beside the answer to a question.
void OverlayBuilder::make_background_pale(const Lab& lab) {
  Overlay& overlay = view_->overlay;
  const bool agents = (overlay.upper.on && shows_agents(overlay.upper.entry)) ||
                      std::ranges::any_of(overlay.batches, shows_agents, &DrawBatch::entry);
  const bool agents_first = agents && agents_come_first(lab), stepped = is_stepped(lab);
  const bool answered = !stepped && ((overlay.field.on && shows_answer(overlay.field.entry)) ||
                                     std::ranges::any_of(overlay.batches, shows_answer, &DrawBatch::entry));
  if (!agents && !stepped && !answered) return;
  const std::optional<LegendEntry>& pointed = lab.state().pointed_entry;
  const auto strength = [&](const LegendEntry& entry, bool of_step) {
    if (entry.mark != nullptr || entry.layer == LegendEntry::kNone || pointed == entry) return 1.0f;
    const LayerInfo& info = layer_info(entry.layer);
    if (agents_first || answered) return searched_[static_cast<size_t>(entry.layer)] ? kBackground : 1.0f;
    if (info.agents) return kBackground;
    if (!stepped || of_step) return 1.0f;
    return layer(entry.layer).pinned ? std::max(info.while_stepped, kPaleByHand) : info.while_stepped;
  };
  for (DrawBatch& batch : overlay.batches) batch.opacity *= strength(batch.entry, batch.of_step);
  for (ScalarFieldImage* picture : {&overlay.field, &overlay.upper})
    picture->opacity *= strength(picture->entry, false);
  if ((agents_first || answered) && (!pointed || pointed->layer != Layer::kSearch)) overlay.heat.opacity *= kBackground;
  const auto note = [&](Layer own, std::string_view text) {
    if (layer(own).on && layer(own).note.empty()) layer(own).note = text;
  };
  if (agents_first) return note(Layer::kSearch, "pale while a crowd is shown: a step brings it back");
  if (answered) return note(Layer::kSearch, "pale while a question is answered: a step brings it back");
  for (const Layer own : layers()) {
    if (layer_info(own).agents) note(own, "pale while a search is stepped: its end brings it back");
  }
}

// While the pointer is over an entry of the legend, the marks of all others are pale. No list is filled again for it.
void OverlayBuilder::make_others_pale(const LegendEntry& entry) {
  Overlay& overlay = view_->overlay;
  for (DrawBatch& batch : overlay.batches) {
    if (batch.entry != entry) batch.opacity *= kPale;
  }
  for (ScalarFieldImage* picture : {&overlay.field, &overlay.upper}) {
    if (picture->entry != entry) picture->opacity *= kPale;
  }
  if (entry != LegendEntry(Layer::kSearch, LegendPart::kExpanded)) overlay.heat.expanded_opacity = kPale;
  if (entry != LegendEntry(Layer::kSearch, LegendPart::kOpen)) overlay.heat.open_opacity = kPale;
}

}  // namespace strata
