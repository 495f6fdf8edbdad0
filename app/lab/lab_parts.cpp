#include "app/lab/lab_parts.hpp"
#include "app/lab/chart.hpp"

#include "core/base/check.hpp"

namespace strata {

Lab::Parts::Parts(Lab& lab)
    : session(lab),
      keys(session.settings().keys),
      large_map_task(lab),
      recovery(lab),
      log(lab),
      query(lab),
      inspector(lab),
      strokes(lab),
      undo_history(lab),
      gestures(lab),
      view_searches(lab),
      charts(lab),
      scripts(lab),
      structures(lab) {
  for (const Feature* feature : features()) {
    if (feature->make_controller != nullptr) controllers.emplace_back(feature, feature->make_controller(lab));
  }
  for (const auto& [feature, controller] : controllers) {
    if (auto* document = dynamic_cast<Document*>(controller.get())) documents.push_back(document);
  }
}

Session& Lab::session() { return parts_->session; }
const Session& Lab::session() const { return parts_->session; }
Settings& Lab::settings() const { return parts_->session.settings(); }
const KeyTable& Lab::keys() const { return parts_->keys; }
LargeMapTask& Lab::large_map_task() { return parts_->large_map_task; }
const LargeMapTask& Lab::large_map_task() const { return parts_->large_map_task; }
RecoveryController& Lab::recovery() const { return parts_->recovery; }
CommandLog& Lab::log() { return parts_->log; }
const CommandLog& Lab::log() const { return parts_->log; }
QueryController& Lab::query() { return parts_->query; }
const QueryController& Lab::query() const { return parts_->query; }
Inspector& Lab::inspector() const { return parts_->inspector; }
Strokes& Lab::strokes() { return parts_->strokes; }
const Strokes& Lab::strokes() const { return parts_->strokes; }
UndoHistory& Lab::undo_history() const { return parts_->undo_history; }
Gestures& Lab::gestures() const { return parts_->gestures; }
ViewSearches& Lab::view_searches() const { return parts_->view_searches; }
Charts& Lab::charts() const { return parts_->charts; }
ScriptState& Lab::scripts() { return parts_->scripts; }
StructureController& Lab::structures() const { return parts_->structures; }

Playback& Lab::playback() { return query().recorded().playback; }
const Playback& Lab::playback() const { return query().recorded().playback; }
const Trace& Lab::trace() const { return query().recorded().trace; }

std::span<const std::pair<const Feature*, std::unique_ptr<FeatureController>>> Lab::controllers() const {
  return parts_->controllers;
}

std::span<Document* const> Lab::documents() const { return parts_->documents; }

FeatureController& Lab::controller(const Feature& feature) const {
  for (const auto& [own, controller] : parts_->controllers) {
    if (own == &feature) return *controller;
  }
  STRATA_CHECK(false);
  __builtin_unreachable();
}

}  // namespace strata
