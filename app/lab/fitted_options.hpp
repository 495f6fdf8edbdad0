// Purpose: Structures get options that suit the open map, chosen all at once, with the reason. FittedOptions remembers
//          which these are, and whether the maps that the user opens next get such options, too.
//          Maps of scripts, lessons, cards and workspaces never do: their options are those that they name.
// Threads: As for FeatureController.
#pragma once

#include <any>
#include <string>
#include <string_view>
#include <utility>

#include "app/lab/feature.hpp"
#include "core/base/automatic_options.hpp"

namespace strata {

// Returns whether a command runs that the user has given for his own map, and not for that of a lesson or a card.
bool is_users_choice(const Lab& lab);

// MapFitting says for one structure whether the next maps get options that suit them. `name` is that of its commands.
class MapFitting {
 public:
  MapFitting(Lab& lab, std::string_view name) : lab_(lab), name_(name) {}

  bool on() const { return on_; }
  // Takes what the user has chosen last, possibly in an earlier run of the program.
  void begin();
  // The user has chosen all options: those that suit each map, or the same for all. It also holds for the next start.
  void choose(bool automatic);
  // The user has set an option himself, which stays for the maps that he opens until the program ends.
  void stop() { on_ = due_ = false; }
  // Leaves the open map with the options that it has.
  void keep_options() { due_ = false; }
  // A map has replaced the open one: if the user has opened it, its options are due.
  void map_changed(const MapChange& change);
  bool due() const { return due_; }
  // Returns once for each map that the user has opened that its options are due.
  bool take_due();

 protected:
  // Says in the log that the open map has got its options, as if by a command, and asks for new answers. `waited`: they
  // follow from what the background has built.
  void note_fitted(bool waited) const;
  uint64_t map_number() const;

  Lab& lab_;

 private:
  std::string_view name_;
  bool on_ = false;
  bool due_ = false;
};

// A controller whose structure gets options that suit the map.
class FitsMaps {
 public:
  virtual ~FitsMaps() = default;
  virtual MapFitting& fitting() = 0;
};

// Called at the start of the program if a person sits at the window: unless the user has chosen other options last,
// maps that he opens get options that suit them.
void begin_to_fit_maps(Lab& lab);
// Leaves the open map with the options that it has: it is that of a workspace.
void keep_options_of_map(const Lab& lab);
// Reads the argument of a command such as "sectors.options": true for "automatic", false for `other`.
Result<bool> automatic_or(std::string_view other, const std::string& word);

template <class Options>
class FittedOptions : public MapFitting {
 public:
  using MapFitting::MapFitting;

  // Notes which options the open map has got, and why.
  void note(const AutomaticOptions<Options>& chosen) {
    chosen_ = chosen;
    map_ = map_number();
  }
  // Notes what a command has chosen, and says why.
  void note_command(const AutomaticOptions<Options>& chosen, bool automatic) {
    note(chosen);
    if (is_users_choice(lab_)) choose(automatic);
    if (!chosen.reason.empty()) lab_.say(MessageKind::kInfo, chosen.reason);
  }
  // Notes what the open map has got by itself. `waited`: it follows from what the background has built.
  void note_fitted_map(const AutomaticOptions<Options>& chosen, bool waited = false) {
    note(chosen);
    note_fitted(waited);
  }
  // Returns why the present options were chosen, as a sentence; empty: they were set one by one.
  std::string_view reason(const Options& present) const {
    if (map_ != map_number() || chosen_.options != present) return {};
    return chosen_.reason;
  }
  // What a scene contains, so that leaving a lesson brings the reason back, too.
  AutomaticOptions<Options> content(const Options& present) const {
    return {chosen_.options, std::string(reason(present))};
  }

 private:
  AutomaticOptions<Options> chosen_;
  uint64_t map_ = 0;  // LabState::world_version of the map for which they were chosen; 0: none were
};

}  // namespace strata
