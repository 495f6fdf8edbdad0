#include "app/ui/event_labels.hpp"

#include "app/lab/cell_explanations.hpp"

#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"

namespace strata {

const char* EventLabels::text(const Lab& lab, size_t index) {
  const Playback& playback = lab.playback();
  CachedLabel& label = labels_[index % labels_.size()];
  if (label.index != index || label.trace != playback.trace_version() || label.unit != lab.query().trace_unit()) {
    label.index = index;
    label.trace = playback.trace_version();
    label.unit = lab.query().trace_unit();
    const SearchEvent* event = playback.event(index);
    label.text = event ? event_text(*event, playback.places(), label.unit, playback.outline().unpacks(index),
                                    lab.query().pseudo_code())
                       : std::string();
  }
  return label.text.c_str();
}

const std::string& EventLabels::sentence(const Lab& lab) {
  if (sentence_of_ == lab.playback().version()) return sentence_;
  sentence_of_ = lab.playback().version();
  sentence_ = explained_step(lab);
  return sentence_;
}

}  // namespace strata
