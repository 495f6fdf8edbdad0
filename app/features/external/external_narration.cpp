// The sentences of a search of a program of the user's own: what the program says. They claim nothing about why.
#include <fmt/format.h>

#include "app/features/external/own_planner.hpp"
#include "app/playback/narration.hpp"

namespace strata {
namespace {

std::string_view own_word(uint8_t line) {
  switch (line) {
    case own_line::kSource:
      return "source";
    case own_line::kDestination:
      return "destination";
    case own_line::kExpanding:
      return "expanding";
    case own_line::kGenerating:
      return "generating";
    case own_line::kUpdating:
      return "updating";
    case own_line::kClosing:
      return "closing";
    case own_line::kEnd:
      return "end";
    default:
      return "an event of its own,";
  }
}

class OwnNarration : public Narration {
 public:
  explicit OwnNarration(const OwnPlanner& planner) : planner_(planner) {}
  std::string_view algorithm() const override { return "the program"; }
  bool proves_optimum(const NarratedEvent&) const override { return false; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }

 protected:
  std::string source(const NarratedEvent& e) const override { return told(e); }
  std::string destination(const NarratedEvent& e) const override { return told(e); }
  std::string place(const NarratedEvent&) const override { return {}; }
  std::string first_node(const NarratedEvent& e) const override { return told(e); }
  std::string new_node(const NarratedEvent& e) const override { return told(e); }
  std::string updated(const NarratedEvent& e) const override { return told(e); }
  std::string expanded(const NarratedEvent& e) const override { return told(e); }
  std::string link(const NarratedEvent& e) const override { return told(e); }
  std::string no_path(const NarratedEvent& e) const override {
    if (e.event.line == own_line::kNoEvents) {
      const std::string problem = planner_.events().problem;
      if (!problem.empty()) return fmt::format("The events of {} cannot be read: {}.", planner_.name(), problem);
      return fmt::format("{} gives no events of its search: only its answer is known.", planner_.name());
    }
    if (e.event.line == own_line::kAnswer) return fmt::format("{} gives no path that can be used.", planner_.name());
    return fmt::format("{} without a cell of the map.", own_word(e.event.line));
  }
  std::string found(const NarratedEvent& e) const override {
    return fmt::format("{} answers with a path, which is legal and costs {}.", planner_.name(), e.g);
  }

 private:
  std::string told(const NarratedEvent& e) const {
    std::string text = fmt::format("{} {}", own_word(e.event.line), e.node);
    if (e.event.type != EventType::kLink && planner_.events().costs) {
      text += fmt::format(", g = {}, h = {}, f = {}", e.g, e.h, e.f);
    }
    if (e.event.parent != kNoNodeId) text += fmt::format(", from {}", e.parent);
    return text + ".";
  }

  const OwnPlanner& planner_;
};

}  // namespace

std::unique_ptr<Narration> make_own_narration(const OwnPlanner& planner) {
  return std::make_unique<OwnNarration>(planner);
}

}  // namespace strata
