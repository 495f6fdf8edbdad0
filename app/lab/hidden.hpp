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

  void dump(nlohmann::json& out) const override;
  void late_setting_lines(std::vector<std::string>& lines) const override;

 private:
  std::set<std::string, std::less<>> names_;
  uint64_t version_ = 1;
};

HiddenNames& hidden_names(const Lab& lab);
// Whether something of that name exists and can be hidden.
bool can_hide(std::string_view name);

}  // namespace strata
