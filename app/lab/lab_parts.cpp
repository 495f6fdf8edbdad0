#include "app/lab/lab_parts.hpp"

#include "core/base/check.hpp"

namespace strata {

Lab::Parts::Parts(Lab& lab)
    : session(lab),
      large_work(lab),
      recovery(lab),
      log(lab),
      query(lab),
      inspector(lab),
      strokes(lab),
      undo_history(lab),
      gestures(lab),
      view_searches(lab),
      scripts(lab),
      structures(lab) {
  for (const Feature* feature : features()) {
    if (feature->make_desk != nullptr) desks.emplace_back(feature, feature->make_desk(lab));
  }
  for (const auto& [feature, desk] : desks) {
    if (Document* document = desk->document()) documents.push_back(document);
  }
}

Session& Lab::session() { return parts_->session; }
const Session& Lab::session() const { return parts_->session; }
LargeWork& Lab::large_work() { return parts_->large_work; }
const LargeWork& Lab::large_work() const { return parts_->large_work; }
RecoveryDesk& Lab::recovery() { return parts_->recovery; }
const RecoveryDesk& Lab::recovery() const { return parts_->recovery; }
Logbook& Lab::log() { return parts_->log; }
const Logbook& Lab::log() const { return parts_->log; }
QueryDesk& Lab::query() { return parts_->query; }
const QueryDesk& Lab::query() const { return parts_->query; }
Inspector& Lab::inspector() { return parts_->inspector; }
const Inspector& Lab::inspector() const { return parts_->inspector; }
Strokes& Lab::strokes() { return parts_->strokes; }
const Strokes& Lab::strokes() const { return parts_->strokes; }
UndoHistory& Lab::undo_history() { return parts_->undo_history; }
const UndoHistory& Lab::undo_history() const { return parts_->undo_history; }
Gestures& Lab::gestures() { return parts_->gestures; }
const Gestures& Lab::gestures() const { return parts_->gestures; }
ViewSearches& Lab::view_searches() const { return parts_->view_searches; }
ScriptDesk& Lab::scripts() { return parts_->scripts; }
StructureDesk& Lab::structures() const { return parts_->structures; }

Playback& Lab::playback() { return query().recorded().playback; }
const Playback& Lab::playback() const { return query().recorded().playback; }

std::span<const std::pair<const Feature*, std::unique_ptr<Desk>>> Lab::desks() const { return parts_->desks; }

std::span<Document* const> Lab::documents() const { return parts_->documents; }

Desk& Lab::desk(const Feature& feature) const {
  for (const auto& [own, desk] : parts_->desks) {
    if (own == &feature) return *desk;
  }
  STRATA_CHECK(false);
  __builtin_unreachable();
}

}  // namespace strata
