// Purpose: ShowController plays a run of show (run_of_show.hpp): a key of the presenter goes from stop to stop, and the
//          notes stand beside the map, never in a presentation. When it is left, the user's work is restored.
// How: The next stop of an item is executed on what is open. Every other move begins the item again and executes its
//      stops up to the wanted one, so that the class sees the same whatever was shown before.
// Errors: "FILE:LINE: reason" for a stop that cannot be shown. The run of show is at that stop then, so that the
//         presenter can go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/features/show/run_of_show.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/saved_user_work.hpp"

namespace strata {

struct FeaturePanel;
class UntrustedWalkLimit;

extern const Feature kShowFeature;
FeaturePanel show_panel();

struct ShowEntry {
  std::string id, title, path;
  int minutes = 0;
};
// Returns the runs of show that come with the program. They are read once; files with an error are left out, as opening
// them reports it.
std::span<const ShowEntry> show_list();

class ShowController : public FeatureController, public MapInputHandler {
 public:
  explicit ShowController(Lab& lab) : FeatureController(lab) {}

  // Opens a run of show at its first stop. `prove`: its asserts are executed, too, as in tests.
  Status open(RunOfShow show, bool prove = false);
  Status next();
  Status back();
  Status go_to(size_t item);  // shows the opening of the item; the first is 0
  Status close();
  // Writes the presenter's sheet as one page of HTML.
  Status write_sheet(const std::string& path);

  bool is_open() const { return show_.has_value(); }
  const RunOfShow& show() const { return *show_; }
  size_t item_index() const { return item_; }
  size_t stop_index() const { return stop_; }
  const ShowItem& item() const { return show_->items[item_]; }
  const ShowStop& stop() const { return item().stops[stop_]; }
  bool at_first() const { return item_ == 0 && stop_ == 0; }
  bool at_last() const { return item_ + 1 == show_->items.size() && stop_ + 1 == item().stops.size(); }
  // Returns the place in the run of show: "Item 3 of 10, minutes 10 to 15 of 45". Unless the lab's clock is fixed, it
  // also says how many minutes have passed since the first stop.
  const std::string& place_text() const { return place_; }
  // Returns the same in short: "item 3 of 10, 10 to 15 min".
  const std::string& short_place_text() const { return short_place_; }
  const std::string& sheet() const { return sheet_; }  // the sheet that was written last; empty: none

 private:
  void tick(double dt_seconds) override;
  Activity activity() const override;
  void map_changes(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;
  bool cancel() override;  // MapInputHandler: Esc leaves the run of show if it is pressed twice

  Status needs_open() const;
  // Shows a stop. `goes_on`: it is the one after the present stop, in the same item.
  Status come_to(size_t item, size_t stop, bool goes_on = false);
  Status open_item(const ShowItem& item);
  Status open_lesson_of(const ShowItem& item);
  Status run_stop(const ShowStop& stop, UntrustedWalkLimit& walks);
  // Returns whether what is open is the item, and not a lesson or a card that was opened over it.
  bool is_on_screen(const ShowItem& item) const;
  void end();
  void tell_place();

  std::optional<RunOfShow> show_;
  std::optional<SavedUserWork> home_;  // the user's work from before the run of show
  size_t item_ = 0, stop_ = 0;
  bool prove_ = false;
  bool working_ = false;  // the map is being changed by the run of show itself
  bool failed_ = false;   // the present stop could not be shown
  // Until this time by the lab's clock, in seconds, another Esc leaves the run of show.
  double leaves_until_ = 0;
  double began_ = 0;  // time of the first stop by the lab's clock, seconds
  int minute_ = 0;    // whole minutes since then that place_ tells
  bool minute_passed_ = false;
  std::string place_, short_place_, sheet_;
};

ShowController& show_controller(const Lab& lab);

}  // namespace strata
