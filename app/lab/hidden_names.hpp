// Purpose: HiddenNames stores what is hidden from a learner: the path, the comparison, layers, and so on. Code that
//          draws or writes such a thing first asks hides() with its name.
// Shapes: A name is one of kHiddenThings, "counts." with the key of a structure's facts ("counts.hpa"), the name of a
//         layer, or the name of a control: the command that it runs ("map.new"), or its name in the UI dump
//         ("toolbar.brush").
// Threads: As for FeatureController.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kHiddenFeature;

// The things that can be hidden, besides layers and controls. "path" means the paths of planners wherever they are
// shown, and also the layer of that name. "future" means everything that events after the cursor would tell. "counts"
// means the sizes of structures, and how much of them an edit has updated (hidden_structures.hpp); counts_name() those
// of one structure.
inline constexpr std::string_view kHiddenThings[] = {"path",      "future",     "table", "counts",
                                                     "inspector", "open-order", "log"};

class HiddenNames : public FeatureController {
 public:
  explicit HiddenNames(Lab& lab) : FeatureController(lab) {}

  bool hides(std::string_view name) const { return names_.contains(name); }
  bool any() const { return !names_.empty(); }
  const std::set<std::string, std::less<>>& names() const { return names_; }
  uint64_t version() const { return version_; }  // changes whenever the set of names changes

  // Hides or shows all things in `names`. Errors: an unknown name; nothing has changed then.
  Status hide(std::span<const std::string> names);
  Status show(std::span<const std::string> names);
  void show_all();

  // The future is hidden if its name is in the set, or while the learner predicts the next step.
  void set_predicting(bool on);
  bool hides_future() const { return predicting_ || hides("future"); }
  // Returns whether the order of the open list is hidden, as it would tell which node is expanded next.
  bool hides_open_order() const { return predicting_ || hides("open-order"); }
  // Updates playback, views and answers after the hidden names or the cursor have changed. Answers that must stay
  // hidden are dropped; they are computed again once the search has ended. Called before the lab is drawn or dumped.
  void follow();

  void tick(double dt_seconds) override;
  // Once the stepped search has ended, waits for the answers that were hidden. Lab::finish_updates calls it before it
  // calls the features.
  void finish_answers();
  void dump(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::set<std::string, std::less<>> names_;
  uint64_t version_ = 1;
  bool predicting_ = false;
  // Whether answers were hidden at the last call of follow().
  bool hid_ = false;
};

HiddenNames& hidden_names(const Lab& lab);
// Returns whether the future is hidden and the stepped search has not ended. As long as this is so, no planner answers
// the query, as any answer would tell how the search goes on.
bool future_hidden(const Lab& lab);
// While a lesson hides the future, the stepped search does not go on beyond the event to which the lesson has brought
// it: stepping would answer the questions about it.
void hold_search(Lab& lab, bool on);
// Returns whether the search is at that event.
bool search_held(const Lab& lab);
// Returns the name under which the counts of the structure are hidden whose facts have this key in the state.
std::string counts_name(std::string_view facts);
bool has_counts(std::string_view facts);  // whether there is such a structure
// Returns whether something with this name exists that can be hidden.
bool can_hide(std::string_view name);

}  // namespace strata
