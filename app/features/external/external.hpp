// Purpose: ExternalController manages planners that are programs of the user, in any language: it adds, starts,
//          restarts and removes them, and stores them between runs.
// How: An added program gets a row beside the library's planners (UserPlanner), so that everything works with it as
//      with these. A stored program is started only by the user directly: by `external.add` or `external.start`, which
//      are refused in files (app/lab/user_only_commands.hpp), or by --planner.
// Threads: As for FeatureController.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/features/external/user_planner.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;
struct PanelDialog;

extern const Feature kExternalFeature;
PanelDialog own_planners_dialog();
FeaturePanel external_panel();

// Key of the stored programs among the preferences: a line NAME=COMMAND for each.
inline constexpr std::string_view kOwnPlannersKey = "own_planners";
// Maximum number of the user's programs: there are only so many distinct colours and dashes.
inline constexpr size_t kMostOwnPlanners = 5;
inline constexpr double kLeastOwnLimit = 0.01, kMostOwnLimit = 600;  // bounds of the time limit of a query, seconds

struct UserPlannerEntry {
  std::string name;
  std::string command;
  // The planner that runs the program; null: the program is stored, but was not started in this run.
  UserPlanner* planner = nullptr;
  // Version of the service when the program was looked at last.
  uint64_t seen = 0;
  bool failure_reported = false;
  // Another lab has started the program and will end it.
  bool lent = false;
};
// Returns the state of the program: "ready", "starts", "failed: ...".
std::string own_state_text(const UserPlannerEntry& entry);
// Returns why the program cannot be used, or the fault of its last answer; empty if there is none.
std::string own_failure(const UserPlannerEntry& entry);

class ExternalController : public FeatureController {
 public:
  explicit ExternalController(Lab& lab);
  ~ExternalController() override;

  const std::vector<UserPlannerEntry>& entries() const { return entries_; }
  const UserPlannerEntry* entry(std::string_view name) const;

  // Adds a program and sends it the query. A stored program of this name gets the new command.
  Status add(const std::string& name, const std::string& command);
  // Starts a stored program, or restarts one that runs or has failed.
  Status start(std::string_view name);
  // Ends a running program. It gets queries again when it is restarted.
  Status stop(std::string_view name);
  Status remove(std::string_view name);
  double limit() const { return limit_; }  // time limit of a query, seconds
  void set_limit(double seconds);
  // Lends the running planners to another lab. That lab uses the same processes, starts none, and must not
  // outlive this one.
  void lend_to(Lab& other) const;

  void tick(double dt_seconds) override;
  void finish_updates() override { tick(0); }
  void dump(nlohmann::json& out) const override;

 private:
  UserPlannerEntry* find(std::string_view name);
  Status begin(UserPlannerEntry& entry);
  void give_row(UserPlannerEntry& entry, UserPlanner& planner);
  void end(UserPlannerEntry& entry);
  void give_views_others(std::string_view name);
  void tell_busy(const UserPlannerEntry& own);
  void read_remembered();
  void remember();

  std::vector<UserPlannerEntry> entries_;
  double limit_ = 1;  // time limit of a query, seconds
  // The stored programs have been added to `entries_`.
  bool read_ = false;
};

ExternalController& external_controller(const Lab& lab);

}  // namespace strata
