#include "app/lab/suspended_work.hpp"

#include <algorithm>

#include "app/lab/lab.hpp"

namespace strata {

const Feature kWorkAsideFeature = {.name = "aside",
                                   .title = "Work that was put aside",
                                   .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
                                     return std::make_unique<SuspendedWork>(lab);
                                   }};

SuspendedWork& suspended_work(const Lab& lab) { return static_cast<SuspendedWork&>(lab.controller(kWorkAsideFeature)); }

bool SuspendedWork::make_room_for_card() {
  if (std::ranges::none_of(entries_, &Entry::carries_cards)) return false;
  while (!entries_.back().carries_cards) bring_back_last();
  return true;
}

void SuspendedWork::note_borrowed(const std::string& file) {
  std::error_code failed;
  std::filesystem::path path = std::filesystem::weakly_canonical(file, failed);
  if (!failed && std::ranges::find(borrowed_, path) == borrowed_.end()) borrowed_.push_back(std::move(path));
}

bool SuspendedWork::is_borrowed(const std::string& file) const {
  if (borrowed_.empty()) return false;
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::weakly_canonical(file, failed);
  return !failed && std::ranges::find(borrowed_, path) != borrowed_.end();
}

}  // namespace strata
