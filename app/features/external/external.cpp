#include "app/features/external/external.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/settings.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/session.hpp"
#include "app/lab/view_searches.hpp"

namespace strata {

namespace {

using nlohmann::json;

constexpr size_t kMostCommandLetters = 1000;
// Maximum number of bytes of one answer of a program, including the events of its search.
constexpr size_t kMostLine = size_t{32} << 20;

constexpr std::array<PlannerStyle, kMostOwnPlanners> kOwnStyles = {{{rgba(0x6c379d), 3.0f, 3},
                                                                    {rgba(0xd98191), 3.0f, 3},
                                                                    {rgba(0x4e8ad6), 3.0f, 3},
                                                                    {rgba(0x1d0b24), 3.0f, 3},
                                                                    {rgba(0x010100), 3.0f, 3}}};

Status check_name(const std::string& name) {
  if (!is_planner_name(name)) {
    return error_at("", fmt::format("expected a name of up to {} letters, digits, - and _, not '{}'",
                                    kMostPlannerNameLetters, name));
  }
  if (planner_named(name) != nullptr) return error_at("", fmt::format("'{}' is a planner of Strata", name));
  return success();
}

Status check_program(const std::string& name, const std::string& command) {
  if (command.size() > kMostCommandLetters) {
    return error_at("", fmt::format("the command has more than {} letters", kMostCommandLetters));
  }
  if (std::ranges::any_of(command, [](unsigned char c) { return c < ' '; })) {
    return error_at("", "the command has a letter that cannot be shown");
  }
  const auto program = ExternalProgram::from_text(name + "=" + command);
  return program ? success() : Status(error_at("", fmt::format("the command {}", program.error().what)));
}

std::chrono::milliseconds limit_of(double seconds) { return std::chrono::milliseconds(std::lround(seconds * 1000)); }

// Planners are never freed, as threads and results may still refer to one that was removed. Each takes a
// few hundred bytes.
UserPlanner& new_planner(ExternalProgram program, const std::string& command) {
  static std::vector<std::unique_ptr<UserPlanner>> all;
  all.push_back(std::make_unique<UserPlanner>(std::move(program), command));
  return *all.back();
}

std::string_view state_word(ExternalService::State state) {
  switch (state) {
    case ExternalService::State::kNotAsked:
      return "not asked yet";
    case ExternalService::State::kStarting:
      return "starts";
    case ExternalService::State::kReady:
    // Planning is shown like the state before it, as it changes too quickly to be read.
    case ExternalService::State::kPlanning:
      return "ready";
    case ExternalService::State::kFailed:
      return "failed";
    case ExternalService::State::kEnded:
      return "ended";
  }
  return "";
}

// Returns what is wrong with the answer in the row; empty if nothing is known to be wrong.
std::string fault_of(const LabState& state, const UserPlanner& planner, const PlannerRow& row) {
  std::string remark = planner.remark(state.query);
  const auto reaches = [](const PlannerRow& other) { return other.solved && other.result.found(); };
  const bool lost = row.result.status == PlanStatus::kNoPath && std::ranges::any_of(state.rows, reaches);
  if (remark.empty() && lost) remark = "it finds no path where there is one";
  return remark;
}

// If a program has been planning for longer than this, a message says so. In seconds.
constexpr double kToldSeconds = 1;

std::string busy_text(const ExternalService& service, double seconds) {
  const bool starts = service.state() == ExternalService::State::kStarting;
  return fmt::format("{} for {:.0f} s", starts ? "starting" : "asking", std::floor(seconds));
}

Status run_add(Lab& lab, const Command& command) {
  return external_controller(lab).add(command.args[0], command.args[1]);
}
Status run_start(Lab& lab, const Command& command) { return external_controller(lab).start(command.args[0]); }
Status run_stop(Lab& lab, const Command& command) { return external_controller(lab).stop(command.args[0]); }
Status run_remove(Lab& lab, const Command& command) { return external_controller(lab).remove(command.args[0]); }

std::span<const LabSetting> external_lab_settings() {
  static const std::vector<LabSetting> all =
      with_texts({{.row = {.name = "external.limit",
                           .title = "Time limit of planners of your own",
                           .word = "SECONDS",
                           .unit = "seconds",
                           .range = {kLeastOwnLimit, kMostOwnLimit},
                           .help = "The time that a query to a planner of your own may take, from the next query on",
                           .kind = SettingKind::kReal},
                   .usual = 1,
                   .value = [](const Lab& lab) { return external_controller(lab).limit(); },
                   .set =
                       [](Lab& lab, double seconds) {
                         external_controller(lab).set_limit(seconds);
                         return success();
                       },
                   .group = CommandGroup::kView,
                   .keeps = 0,
                   .page = "computing"}});
  return all;
}

constexpr std::array<FeatureCommand, 4> kCommands = {{
    {{"external.add", "NAME PROGRAM", "Add a planner of your own", CommandGroup::kView, 2, 2,
      "Starts a program that plans, such as \"python3 astar.py\", and compares it with the other planners", 0,
      does::kStartsProgram},
     run_add},
    {{"external.start", "NAME", "Start a planner of your own", CommandGroup::kView, 1, 1,
      "Starts a program that was added before, or starts it again", 0, does::kStartsProgram},
     run_start},
    {{"external.stop", "NAME", "Stop a planner of your own", CommandGroup::kView, 1, 1,
      "Ends the program; it is not asked again until you start it again"},
     run_stop},
    {{"external.remove", "NAME", "Remove a planner of your own", CommandGroup::kView, 1, 1,
      "Ends the program and takes it off the list"},
     run_remove},
}};

}  // namespace

const Feature kExternalFeature = {
    .name = "external",
    .title = "Planners of your own",
    .commands = kCommands,
    .settings = external_lab_settings,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<ExternalController>(lab);
    },
};

ExternalController& external_controller(const Lab& lab) {
  return static_cast<ExternalController&>(lab.controller(kExternalFeature));
}

std::string own_failure(const UserPlannerEntry& entry) {
  if (entry.planner == nullptr) return "it was not started";
  const ExternalService::ServiceReport report = entry.planner->service().report();
  if (report.state == ExternalService::State::kFailed) return "it " + report.why;
  return entry.planner->newest_remark();
}

std::string own_state_text(const UserPlannerEntry& entry) {
  if (entry.planner == nullptr) return "not started";
  const ExternalService::ServiceReport report = entry.planner->service().report();
  if (const double busy = entry.planner->busy_seconds(); busy >= kToldSeconds)
    return busy_text(entry.planner->service(), busy);
  std::string text(state_word(report.state));
  if (report.state == ExternalService::State::kFailed) text += ": " + report.why;
  const bool ready =
      report.state == ExternalService::State::kReady || report.state == ExternalService::State::kPlanning;
  if (ready && !report.said_name.empty()) text += ": " + report.said_name;
  return text;
}

// The constructor does not read the stored programs: the settings are not loaded yet. `tick` reads them.
ExternalController::ExternalController(Lab& lab) : FeatureController(lab) {}

// Other threads may still ask the programs queries. They get an error from now on.
ExternalController::~ExternalController() {
  for (UserPlannerEntry& own : entries_) {
    if (own.planner != nullptr && !own.lent) own.planner->service().close();
  }
  for (UserPlannerEntry& own : entries_) {
    if (own.planner != nullptr && !own.lent) own.planner->service().end();
  }
}

UserPlannerEntry* ExternalController::find(std::string_view name) {
  const auto found = std::ranges::find(entries_, name, &UserPlannerEntry::name);
  return found == entries_.end() ? nullptr : &*found;
}

const UserPlannerEntry* ExternalController::entry(std::string_view name) const {
  const auto found = std::ranges::find(entries_, name, &UserPlannerEntry::name);
  return found == entries_.end() ? nullptr : &*found;
}

Status ExternalController::add(const std::string& name, const std::string& command) {
  read_remembered();
  if (Status good = check_name(name); !good) return good;
  if (Status good = check_program(name, command); !good) return good;
  UserPlannerEntry* own = find(name);
  if (own != nullptr && own->planner != nullptr) {
    return error_at("", fmt::format("there is a planner '{}' already: remove it first", name));
  }
  if (own == nullptr) {
    if (entries_.size() >= kMostOwnPlanners) {
      return error_at("", fmt::format("there are {} planners of your own already: remove one first", kMostOwnPlanners));
    }
    own = &entries_.emplace_back();
  }
  own->name = name;
  own->command = command;
  if (Status begun = begin(*own); !begun) return begun;
  remember();
  return success();
}

// Adds a row for the program to the comparison. The program then also gets the query.
Status ExternalController::begin(UserPlannerEntry& entry) {
  auto program = ExternalProgram::from_text(entry.name + "=" + entry.command);
  if (!program) return error_at("", fmt::format("the command {}", program.error().what));
  program.value().max_line = kMostLine;
  program.value().query_limit = limit_of(limit_);
  const auto style = std::ranges::find_if(kOwnStyles, [&](const PlannerStyle& one) {
    return std::ranges::none_of(entries_, [&](const UserPlannerEntry& other) {
      return other.planner != nullptr && planner_appearance(state_, other.name).style.color == one.color;
    });
  });
  UserPlanner& planner = new_planner(std::move(program.value()), entry.command);
  add_appearance(state_, {.planner = planner.row().name,
                          .counts = "nodes, as the program tells them",
                          .style = *style,
                          .narration = &planner.narration()});
  entry.failure_reported = false;
  give_row(entry, planner);
  return success();
}

void ExternalController::give_row(UserPlannerEntry& entry, UserPlanner& planner) {
  entry.planner = &planner;
  PlannerRow row;
  row.planner = &planner.row();
  row.shown = true;
  // The row has no answer yet; not even the absence of a path is known.
  row.result.clear(PlanStatus::kStale);
  state_.rows.push_back(std::move(row));
  lab_.query().rows_changed();
}

void ExternalController::lend_to(Lab& other) const {
  ExternalController& borrower = external_controller(other);
  for (const UserPlannerEntry& own : entries_) {
    if (own.planner == nullptr || borrower.find(own.name) != nullptr) continue;
    UserPlannerEntry& lent = borrower.entries_.emplace_back();
    lent.name = own.name;
    lent.command = own.command;
    lent.lent = true;
    add_appearance(borrower.state_, planner_appearance(state_, own.name));
    borrower.give_row(lent, *own.planner);
  }
}

void ExternalController::end(UserPlannerEntry& entry) {
  if (entry.planner == nullptr) return;
  if (!entry.lent) entry.planner->service().close();
  if (state_.traced == entry.name) lab_.query().set_stepped(optimum_planner().name, lab_.state().process);
  give_views_others(entry.name);
  lab_.query().thread().stop();
  std::erase_if(state_.rows, [&](const PlannerRow& row) { return row.planner == &entry.planner->row(); });
  entry.planner = nullptr;
  lab_.query().rows_changed();
  lab_.query().trace_soon();
}

// Gives other planners to views that show the planner `name`.
void ExternalController::give_views_others(std::string_view name) {
  const auto shown = [&](std::string_view planner) {
    return planner == state_.traced ||
           std::ranges::any_of(state_.views, [&](const ViewState& view) { return view.planner == planner; });
  };
  for (int i = 1; i < kMaxViews; ++i) {
    std::string& own = state_.views[static_cast<size_t>(i)].planner;
    if (own != name) continue;
    const auto other = std::ranges::find_if(state_.rows, [&](const PlannerRow& row) {
      return !shown(row.planner->name) && unavailable(lab_.world(), *row.planner).empty();
    });
    const std::string_view chosen = other != state_.rows.end() ? other->planner->name : std::string_view(state_.traced);
    const bool seen = state_.views_compare() && i < state_.view_count;
    if (!seen || !lab_.view_searches().choose(i, chosen)) own = chosen;
  }
}

Status ExternalController::start(std::string_view name) {
  read_remembered();
  UserPlannerEntry* own = find(name);
  if (own == nullptr) return error_at("", fmt::format("there is no planner of your own that is called '{}'", name));
  if (own->planner == nullptr) return begin(*own);
  own->failure_reported = false;
  own->planner->service().restart();
  lab_.query().ask_again();
  lab_.query().trace_soon();
  return success();
}

Status ExternalController::stop(std::string_view name) {
  UserPlannerEntry* own = find(name);
  if (own == nullptr || own->planner == nullptr) {
    return error_at("", fmt::format("no planner of your own that is called '{}' runs", name));
  }
  // The failure is not reported again, as the caller reports it.
  own->failure_reported = true;
  own->planner->service().stop("was stopped");
  lab_.query().ask_again();
  return success();
}

void ExternalController::set_limit(double seconds) {
  limit_ = seconds;
  for (const UserPlannerEntry& own : entries_) {
    if (own.planner != nullptr && !own.lent) own.planner->service().set_query_limit(limit_of(seconds));
  }
}

Status ExternalController::remove(std::string_view name) {
  read_remembered();
  UserPlannerEntry* own = find(name);
  if (own == nullptr) return error_at("", fmt::format("there is no planner of your own that is called '{}'", name));
  end(*own);
  entries_.erase(entries_.begin() + (own - entries_.data()));
  remember();
  return success();
}

// Reads the stored programs once, after the settings were loaded.
void ExternalController::read_remembered() {
  if (std::exchange(read_, true)) return;
  const auto& kept = lab_.settings().preferences;
  const auto own = kept.find(std::string(kOwnPlannersKey));
  if (own == kept.end()) return;
  std::string_view rest = own->second;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const size_t equals = std::min(line.find('='), line.size());
    const std::string name(line.substr(0, equals)), command(line.substr(std::min(equals + 1, line.size())));
    if (entries_.size() >= kMostOwnPlanners || !check_name(name) || find(name) != nullptr) continue;
    if (!check_program(name, command)) continue;
    entries_.push_back({.name = name, .command = command});
  }
}

void ExternalController::remember() {
  std::string lines;
  for (const UserPlannerEntry& own : entries_) lines += fmt::format("{}={}\n", own.name, own.command);
  auto& kept = lab_.settings().preferences;
  kept.erase(std::string(kOwnPlannersKey));
  if (!lines.empty()) kept.emplace(kOwnPlannersKey, std::move(lines));
  lab_.session().save_settings();
}

// If the program has been planning for long, writes into its row for how long.
void ExternalController::tell_busy(const UserPlannerEntry& own) {
  // A stopped program may take a moment to end.
  if (own.planner->service().state() == ExternalService::State::kFailed) return;
  const double busy = own.planner->busy_seconds();
  if (busy < kToldSeconds) return;
  const auto row = std::ranges::find_if(
      state_.rows, [&](const PlannerRow& one) { return one.planner == &own.planner->row() && one.waiting; });
  if (row == state_.rows.end()) return;
  std::string text = busy_text(own.planner->service(), busy);
  if (row->note == text) return;
  row->note = std::move(text);
  row->result.clear(PlanStatus::kStale);  // drops the answer to an earlier query
  lab_.query().rows_changed();
}

void ExternalController::tick(double /*dt_seconds*/) {
  read_remembered();
  for (UserPlannerEntry& own : entries_) {
    if (own.planner == nullptr) continue;
    tell_busy(own);
    own.planner->take_types();
    const uint64_t version = own.planner->service().version();
    if (std::exchange(own.seen, version) == version) continue;
    for (PlannerRow& row : state_.rows) {
      if (row.planner == &own.planner->row()) row.build_micros = std::max(own.planner->prepare_micros(), 0.0);
    }
    if (own.failure_reported) continue;
    const ExternalService::ServiceReport report = own.planner->service().report();
    if (report.state != ExternalService::State::kFailed) continue;
    own.failure_reported = true;
    lab_.say(MessageKind::kWarning, fmt::format("{} has failed: it {}", own.name, report.why));
    // A program that fails in a timed run or in a run of a scenario still has its answer in the row, which
    // must be removed.
    for (PlannerRow& row : state_.rows) {
      if (row.planner != &own.planner->row() || !row.solved || row.result.status == PlanStatus::kUnsupported) continue;
      row.key.clear();
      lab_.query().solve_soon();
    }
  }
}

void ExternalController::dump(json& out) const {
  out["external"] = json::object();
  for (const UserPlannerEntry& own : entries_) {
    json one = {{"command", own.command}, {"state", "not started"}};
    if (own.planner != nullptr) {
      const ExternalService::ServiceReport report = own.planner->service().report();
      const UserPlanner::Events events = own.planner->events();
      one["state"] = state_word(report.state);
      one["why"] = report.why;
      one["says_name"] = report.said_name;
      one["starts"] = report.starts;
      one["log"] = report.log;
      if (const PlannerRow* row = state_.row(own.name); row != nullptr && row->solved) {
        one["legal"] = row->result.found();
        one["fault"] = fault_of(state_, *own.planner, *row);
      }
      one["events"] = {{"given", events.given},
                       {"count", events.count},
                       {"expanding", events.expanding},
                       {"faults", events.faults},
                       {"problem", events.problem}};
    }
    out["external"][own.name] = std::move(one);
  }
}

}  // namespace strata
