// Purpose: A feature such as a lesson puts the user's work aside while it shows maps of its own. SuspendedWork knows
//          that work. Before another map is opened, it is restored if it is unsaved, and the user is asked about it.
//          A lesson that a run of show opens puts aside what the run of show has opened: then there are two entries.
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

  // Notes that `owner` has put work aside. `unsaved`: it has unsaved changes. `bring_back` is the function that opens
  // it again.
  // `carries_cards`: cards come and go over what the owner shows, as over the user's own work.
  void put(const FeatureController* owner, bool unsaved, std::function<void()> bring_back, bool carries_cards = false) {
    entries_.push_back({owner, unsaved, std::move(bring_back), carries_cards});
  }
  void drop(const FeatureController* owner) {
    std::erase_if(entries_, [owner](const Entry& entry) { return entry.owner == owner; });
  }
  bool any() const { return !entries_.empty(); }
  // Returns whether the user's own work, which was put aside first, has unsaved changes.
  bool unsaved() const { return any() && entries_.front().unsaved; }
  // Opens all that was put aside again, the last first, so that the user's own work is open afterwards.
  void bring_back() {
    while (any()) bring_back_last();
  }
  // If something that carries cards has put work aside, opens what was put aside over it again, and returns true.
  bool make_room_for_card();

  void note_borrowed(const std::string& file);
  void give_borrowed_back() { borrowed_.clear(); }
  // The files that are borrowed, to be put back with the work that they belong to.
  const std::vector<std::filesystem::path>& borrowed() const { return borrowed_; }
  void put_back_borrowed(std::vector<std::filesystem::path> files) { borrowed_ = std::move(files); }
  bool is_borrowed(const std::string& file) const;

 private:
  struct Entry {
    const FeatureController* owner;
    bool unsaved;
    std::function<void()> bring_back;
    bool carries_cards = false;
  };
  void bring_back_last() {
    const Entry last = std::move(entries_.back());
    entries_.pop_back();
    last.bring_back();
  }

  std::vector<Entry> entries_;
  std::vector<std::filesystem::path> borrowed_;
};

SuspendedWork& suspended_work(const Lab& lab);

}  // namespace strata
