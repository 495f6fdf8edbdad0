// Purpose: A feature such as a lesson puts the user's work aside while it shows maps of its own. SuspendedWork knows
//          that work. Before another map is opened, it is restored if it is unsaved, and the user is asked about it.
//          SuspendedWork also knows the files that a lesson or card has opened: they are not the user's own, so that
//          saving asks for a file name until the lesson or card is closed.
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

class SuspendedWork : public FeatureController {
 public:
  explicit SuspendedWork(Lab& lab) : FeatureController(lab) {}

  // Notes that work was put aside. `unsaved`: it has unsaved changes. `bring_back` is the function that opens it again.
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

SuspendedWork& suspended_work(const Lab& lab);

}  // namespace strata
