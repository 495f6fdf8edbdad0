// Purpose: A ReportedNarration narrates a search of another program: its only sentence says what the program reported
// in
//          the event, without a reason.
#pragma once

#include <string>
#include <string_view>

#include "app/playback/narration.hpp"

namespace strata {

class ReportedNarration : public Narration {
 public:
  bool proves_optimum(const NarratedEvent&) const override { return false; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }

 protected:
  virtual std::string told(const NarratedEvent& e) const = 0;
  std::string sentence(const NarratedEvent& e) const override {
    return e.event.type == EventType::kUpdate ? told(e) : Narration::sentence(e);
  }
  std::string source(const NarratedEvent& e) const override { return told(e); }
  std::string destination(const NarratedEvent& e) const override { return told(e); }
  std::string place(const NarratedEvent&) const override { return {}; }
  std::string first_node(const NarratedEvent& e) const override { return told(e); }
  std::string new_node(const NarratedEvent& e) const override { return told(e); }
  std::string expanded(const NarratedEvent& e) const override { return told(e); }
  std::string link(const NarratedEvent& e) const override { return told(e); }
  std::string no_path(const NarratedEvent& e) const override { return told(e); }
};

// Which costs the program has reported with an event.
struct ReportedCosts {
  bool g = false, h = false, f = false;
};
// Returns the costs and the parent of an event as the end of a sentence: ", g = 1.00, f = 3.00, from (2,4)".
std::string reported_costs(const NarratedEvent& e, ReportedCosts given, bool from_parent);

}  // namespace strata
