// Purpose: WorkAside knows of the work that a feature has put aside while it shows maps of its own, as a lesson does.
//          What is on the screen is then nobody's work: before another map is opened, the work that was put aside comes
//          back if it has changes, and the user is asked about them. It also knows the files that a lesson or a card
//          has opened: they are not the user's own, and saving asks for a name until they are given back.
// Threads: As for FeatureController.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kWorkAsideFeature;

class WorkAside : public FeatureController {
 public:
  explicit WorkAside(Lab& lab) : FeatureController(lab) {}

  // `unsaved`: the work has changes that are not saved. `bring_back` opens it again.
  void put(bool unsaved, std::function<void()> bring_back) {
    unsaved_ = unsaved;
    bring_back_ = std::move(bring_back);
  }
  void drop() { bring_back_ = nullptr; }
  bool any() const { return bring_back_ != nullptr; }
  bool unsaved() const { return any() && unsaved_; }
  void bring_back() {
    const std::function<void()> back = std::exchange(bring_back_, nullptr);
    if (back) back();
  }

  void note_borrowed(const std::string& file);
  void give_borrowed_back() { borrowed_.clear(); }
  bool is_borrowed(const std::string& file) const;

 private:
  bool unsaved_ = false;
  std::function<void()> bring_back_;
  std::vector<std::filesystem::path> borrowed_;
};

WorkAside& work_aside(const Lab& lab);

}  // namespace strata
