// Purpose: HiddenNames says what is hidden from a learner: the path, the comparison, layers, and so on. Whatever draws
//          or writes such a thing asks for its name.
// Shapes: A name is one of kHiddenThings, the name of a layer, or the name of a control: the command that it runs
//         ("map.new"), or its name in the UI dump ("toolbar.brush").
// Threads: As for FeatureController.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kHiddenFeature;

// Things that have a name of their own. `path`: paths of planners wherever they are shown, also the layer of that name.
// `future`: everything that events after the cursor tell.
inline constexpr std::string_view kHiddenThings[] = {"path", "future", "table", "inspector", "open-order", "log"};

class HiddenNames : public FeatureController {
 public:
  explicit HiddenNames(Lab& lab) : FeatureController(lab) {}

  bool hides(std::string_view name) const { return names_.contains(name); }
  bool any() const { return !names_.empty(); }
  const std::set<std::string, std::less<>>& names() const { return names_; }
  uint64_t version() const { return version_; }  // changes with the names

  // Hides or shows everything that is named. Errors: a name that nothing has; then nothing changes.
  Status hide(std::span<const std::string> names);
  Status show(std::span<const std::string> names);
  void show_all();

  // The future is hidden by its name, and while somebody predicts.
  void set_predicting(bool on);
  bool hides_future() const { return predicting_ || hides("future"); }
  // The order of the open list is the answer to what is expanded next.
  bool hides_open_order() const { return predicting_ || hides("open-order"); }
  // Brings playback, views and answers into line with what is hidden and with the cursor: what is not to be known is
  // forgotten, and found again once the search has ended. Called before anything is drawn or dumped.
  void follow();

  void tick(double dt_seconds) override;
  // Waits for the answers of a search that has ended. Lab::finish_updates does it before others look at answers.
  void finish_answers();
  void dump(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::set<std::string, std::less<>> names_;
  uint64_t version_ = 1;
  bool predicting_ = false;
  bool hid_ = false;  // whether answers were hidden when follow() was called last
};

HiddenNames& hidden_names(const Lab& lab);
// Whether the future is to be hidden and the stepped search has not ended: no planner answers the query meanwhile, as
// every answer would tell how the search goes on.
bool future_hidden(const Lab& lab);
// Whether something of that name exists and can be hidden.
bool can_hide(std::string_view name);

}  // namespace strata
