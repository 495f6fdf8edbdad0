// Purpose: A ToldNarration has one sentence for every event of a search: what the program says that has searched. It
//          claims nothing about why.
#pragma once

#include <string>
#include <string_view>

#include "app/playback/narration.hpp"

namespace strata {

class ToldNarration : public Narration {
 public:
  bool proves_optimum(const NarratedEvent&) const override { return false; }
  std::string_view never_reopens(const PlanOptions&, Profile) const override { return ""; }

 protected:
  virtual std::string told(const NarratedEvent& e) const = 0;
  std::string source(const NarratedEvent& e) const override { return told(e); }
  std::string destination(const NarratedEvent& e) const override { return told(e); }
  std::string place(const NarratedEvent&) const override { return {}; }
  std::string first_node(const NarratedEvent& e) const override { return told(e); }
  std::string new_node(const NarratedEvent& e) const override { return told(e); }
  std::string updated(const NarratedEvent& e) const override { return told(e); }
  std::string expanded(const NarratedEvent& e) const override { return told(e); }
  std::string link(const NarratedEvent& e) const override { return told(e); }
  std::string no_path(const NarratedEvent& e) const override { return told(e); }
};

// Which costs the program gives with an event.
struct ToldCosts {
  bool g = false, h = false, f = false;
};
// Returns the end of such a sentence: ", g = 1.00, f = 3.00, from (2,4)".
std::string told_costs(const NarratedEvent& e, ToldCosts given, bool from_parent);

}  // namespace strata
