#include "app/lab/presentation.hpp"

#include "app/base/key_chords.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {
namespace {

// clang-format off
constexpr PresentationPart kParts[] = {
    {"legend", "Legend", "the legend", "ui.present legend", nullptr, &LabState::legend},
    {"coordinates", "Coordinates", "the numbers of columns and rows", "ui.present coordinates", &PresentationParts::coordinates},
    {"pointer", "Ring around the pointer", "the ring around the pointer", "ui.present pointer", &PresentationParts::pointer},
    {"caption", "Title and text of the figure", "title and text of a figure", "ui.present caption", &PresentationParts::caption},
    {"chart", "Chart", "the open chart", "ui.present chart", &PresentationParts::chart},
    {"xray", "X-ray in words", "the X-ray in words", "ui.present xray", &PresentationParts::xray},
    {"meter", "What the last stroke updated", "what the last stroke updated", "ui.present meter", &PresentationParts::meter},
    {"crowd", "Counts of the crowd", "the counts of the crowd", "ui.present crowd", &PresentationParts::crowd},
    {"comparison", "Comparison of planners", "the comparison of planners", "ui.present comparison", &PresentationParts::comparison},
    {"open_list", "Open list", "the open list", "ui.present open_list", &PresentationParts::open_list},
    {"code", "Pseudo-code", "the pseudo-code", "ui.code", nullptr, &LabState::large_code},
    {"black", "Black screen", "a black screen", "ui.present black", &PresentationParts::black, nullptr, true},
};
// clang-format on

}  // namespace

std::span<const PresentationPart> presentation_parts() { return kParts; }

bool PresentationPart::on(const LabState& state) const { return part != nullptr ? state.presented.*part : state.*own; }

void PresentationPart::set(LabState& state, bool shown) const {
  (part != nullptr ? state.presented.*part : state.*own) = shown;
}

std::string_view presenter_line(const LabState& state, const KeyChord& chord) {
  if (!state.presentation || chord.mods != 0) return {};
  if (chord.key == key::kPageDown) return "step.forward";
  if (chord.key == key::kPageUp) return "step.back";
  return {};
}

}  // namespace strata
