// Purpose: Planners of the user's own are programs in any language. They are added here, started, restarted and
// removed,
//          and remembered from one run to the next.
// How: A program that is added gets a row beside the planners of the library (OwnPlanner), so that all that is done
// with
//      planners is done with it. What is remembered is started by the user's own hand alone: by `external.add` or
//      `external.start`, which no file may give (app/lab/by_hand.hpp), or by --planner.
// Threads: As for FeatureController.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/features/external/own_planner.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;
struct PanelDialog;

extern const Feature kExternalFeature;
PanelDialog own_planners_dialog();
FeaturePanel external_panel();

// What is remembered stands among the preferences in the settings file: NAME=COMMAND, one a line.
inline constexpr std::string_view kOwnPlannersKey = "own_planners";
// Colours and dashes are told apart for so many.
inline constexpr size_t kMostOwnPlanners = 5;
inline constexpr double kLeastOwnLimit = 0.01, kMostOwnLimit = 600;  // seconds that a query may take

struct OwnEntry {
  std::string name;
  std::string command;
  OwnPlanner* planner = nullptr;  // null: remembered, and not started in this run
  uint64_t seen = 0;              // version of the service that was noticed last
  bool failure_told = false;
  bool lent = false;  // another lab has started the program, and ends it
};
// Returns what the program does, in words: "ready", "starts", "failed: ...".
std::string own_state_text(const OwnEntry& entry);
// Returns why the program cannot be used, or what was wrong with its last answer; empty: nothing.
std::string own_failure(const OwnEntry& entry);

class ExternalController : public FeatureController {
 public:
  explicit ExternalController(Lab& lab);
  ~ExternalController() override;

  const std::vector<OwnEntry>& entries() const { return entries_; }
  const OwnEntry* entry(std::string_view name) const;

  // Adds a program and asks it at once. A name that is remembered with another command gets this one.
  Status add(const std::string& name, const std::string& command);
  // Starts a remembered program, or one that runs or has failed again.
  Status start(std::string_view name);
  // Ends one that runs; it is asked again once it is started again.
  Status stop(std::string_view name);
  Status remove(std::string_view name);
  double limit() const { return limit_; }  // seconds that a query may take
  void set_limit(double seconds);
  // Gives the planners that run here to another lab, which asks the same programs, starts none, and does not outlive
  // this lab.
  void lend_to(Lab& other) const;

  void tick(double dt_seconds) override;
  void finish_updates() override { tick(0); }
  void dump(nlohmann::json& out) const override;

 private:
  OwnEntry* find(std::string_view name);
  Status begin(OwnEntry& entry);
  void give_row(OwnEntry& entry, OwnPlanner& planner);
  void end(OwnEntry& entry);
  void give_views_others(std::string_view name);
  void tell_busy(const OwnEntry& own);
  void read_remembered();
  void remember();

  std::vector<OwnEntry> entries_;
  double limit_ = 1;   // seconds
  bool read_ = false;  // what was remembered is among the entries
};

ExternalController& external_controller(const Lab& lab);

}  // namespace strata
