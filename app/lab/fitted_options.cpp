#include "app/lab/fitted_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/lab/suspended_work.hpp"

namespace strata {
namespace {

template <class Do>
void for_each_fitting(const Lab& lab, const Do& act) {
  for (const auto& [feature, controller] : lab.controllers()) {
    if (auto* fits = dynamic_cast<FitsMaps*>(controller.get())) act(fits->fitting());
  }
}

}  // namespace

bool is_users_choice(const Lab& lab) { return lab.large_map_task().asked_by_user() && !suspended_work(lab).any(); }

void MapFitting::begin() {
  on_ = std::ranges::find(lab_.settings().unfitted, name_) == lab_.settings().unfitted.end();
  due_ = false;
}

void MapFitting::choose(bool automatic) {
  on_ = automatic;
  due_ = false;
  std::vector<std::string>& unfitted = lab_.settings().unfitted;
  const auto found = std::ranges::find(unfitted, name_);
  if ((found == unfitted.end()) == automatic) return;
  if (automatic) {
    unfitted.erase(found);
  } else {
    unfitted.emplace_back(name_);
  }
  lab_.session().save_settings();
}

void MapFitting::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther || change.resized) return;
  due_ = on_ && lab_.large_map_task().asked_by_user();
}

bool MapFitting::take_due() { return std::exchange(due_, false) && !suspended_work(lab_).any(); }

void MapFitting::note_fitted(bool waited) const {
  lab_.log().begin_command();
  if (waited) lab_.log().wait_before();
  lab_.log().note({fmt::format("{}.options", name_), {"automatic"}});
  lab_.query().follow();
}

uint64_t MapFitting::map_number() const { return lab_.state().world_version; }

void begin_to_fit_maps(Lab& lab) {
  for_each_fitting(lab, [](MapFitting& fitting) { fitting.begin(); });
}

void keep_options_of_map(const Lab& lab) {
  for_each_fitting(lab, [](MapFitting& fitting) { fitting.keep_options(); });
}

Result<bool> automatic_or(std::string_view other, const std::string& word) {
  if (word == "automatic") return true;
  if (word == other) return false;
  return error_at("", fmt::format("expected automatic or {}, not '{}'", other, word));
}

}  // namespace strata
