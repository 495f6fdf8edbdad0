// Commands that compare searches side by side: a planner for each view, and the common play head.
#include <fmt/format.h>

#include "app/base/command_arguments.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/playback/playback.hpp"

namespace strata {

struct Lab::Handlers::CompareCommands {
  static Status compared(Lab& lab) {
    if (lab.state_.views_compare()) return success();
    return error_at("", "the views show one search: compare two or four searches first");
  }
  static Status may_compare(const Lab& lab) {
    if (!hidden_names(lab).hides_future()) return success();
    return error_at("", "the views show one search while its future is hidden: another search would tell it");
  }
  // Both "off" and the present number of views return to one view.
  static Status view_compare(Lab& lab, const Command& command) {
    const std::string& word = command.args[0];
    const LabState& state = lab.state_;
    int views = 1;
    if (word != "off") {
      const bool toggle = command.args.size() > 1;
      if (toggle && command.args[1] != "toggle") return error_at("", "2, 4 or off, and then toggle or nothing");
      STRATA_TRY(given, integer(word, 2, kMaxViews, "VIEWS"));
      if (given == 3) return error_at("", "two or four views");
      views = toggle && state.views_compare() && state.view_count == given ? 1 : given;
    }
    if (views == 1) {
      if (!state.views_compare()) return success();
      lab.view_searches().end();
      split(lab, 1);
      return success();
    }
    if (Status may = may_compare(lab); !may) return may;
    // If the views compare searches already, they keep their planners, even those that the present rules
    // make unavailable.
    const bool same = state.views_compare() && state.view_count == views;
    if (same && lab.state().process == nullptr) return success();
    lab.state_.compared = true;
    if (!same) split(lab, views);
    lab.view_searches().compare(views);
    return success();
  }
  static Status view_planner(Lab& lab, const Command& command) {
    if (Status ready = compared(lab); !ready) return ready;
    STRATA_TRY(view, integer(command.args[0], 1, kMaxViews, "VIEW"));
    return lab.view_searches().choose(view - 1, command.args[1]);
  }
  // Compares the search of this planner side by side with the search that is stepped.
  static Command reset_by_split(const Command&) { return {}; }
  // What the command does depends on the pointer.
  static Command planner_of_view(const Lab& lab, const Command& command) {
    return {"view.planner", {std::to_string(std::max(lab.state().pointer_view, 1) + 1), command.args[0]}};
  }
  static Status view_beside(Lab& lab, const Command& command) {
    const PlannerRow* row = lab.state_.row(command.args[0]);
    if (row == nullptr) return error_at("", "unknown planner '" + command.args[0] + "'");
    if (lab.state_.traced == command.args[0]) {
      return error_at("", fmt::format("{} is the search that is stepped: "
                                      "choose another one to stand beside it",
                                      row->planner->title));
    }
    if (!lab.state_.views_compare()) {
      // This check comes first, as the command must not switch on a structure if it is refused.
      if (Status may = may_compare(lab); !may) return may;
      if (Status there = lab.structures().ensure_structure_of(*row->planner); !there) return there;
      lab.state_.views[1].planner = row->planner->name;
      return lab.execute("view.compare 2");
    }
    // The planner is shown in the view in which the pointer was last, but never in the first view.
    const int view = lab.state_.pointer_view > 0 ? lab.state_.pointer_view : 1;
    return lab.view_searches().choose(view, command.args[0]);
  }
  static Status recorded(Lab& lab) {
    if (Status ready = compared(lab); !ready) return ready;
    lab.query().solve_now();
    for (int i = 0; i < lab.view_searches().count(); ++i) {
      if (!lab.view_searches().playback(i).empty()) return success();
    }
    return error_at("", "there is no recorded search");
  }
  static Status step_head(Lab& lab, const Command& command) {
    STRATA_TRY(place, number(command.args[0], SearchProgress::kBeginning, 1e12, "PLACE"));
    if (Status ready = recorded(lab); !ready) return ready;
    lab.playback().clock().pause();
    lab.view_searches().go(place);
    return success();
  }
  static Status step_divergence(Lab& lab, const Command& command) {
    int view = 2;
    if (!command.args.empty()) {
      STRATA_TRY(given, integer(command.args[0], 2, kMaxViews, "VIEW"));
      view = given;
    }
    if (Status ready = recorded(lab); !ready) return ready;
    if (view > lab.state_.view_count) {
      return error_at("", fmt::format("there is no view {}: the view is split in {}", view, lab.state_.view_count));
    }
    ViewSearches& searches = lab.view_searches();
    if (searches.playback(0).empty() || searches.playback(view - 1).empty()) {
      return error_at("", "one of the two searches has not been recorded");
    }
    const TraceDifference& difference = searches.difference(view - 1);
    const PlannerNames& names = lab.state_.names;
    const std::string_view first = names.brief(searches.planner(0)), second = names.brief(searches.planner(view - 1));
    if (difference.same()) return error_at("", fmt::format("{} and {} do the same at every step", first, second));
    Playback& lead = lab.playback();
    const std::optional<size_t> next = difference.next_divergence(lead.cursor());
    if (!next) {
      const std::string_view first_step = lab.keys().bound("step.first"), again = lab.keys().bound("step.divergence");
      const bool keys = !first_step.empty() && !again.empty();
      lab.say(MessageKind::kInfo,
              keys ? fmt::format("No later divergence; {}, then {} goes to the first one", first_step, again)
                   : "No later divergence; the first one is found from the first step");
      return success();
    }
    lead.clock().pause();
    lead.jump(*next);
    searches.follow_lead();
    lab.say(MessageKind::kInfo,
            divergence_text(difference, {lead, first}, {searches.playback(view - 1), second}, *next));
    return success();
  }
};

auto Lab::Handlers::compare_commands() -> std::span<const HandlerEntry> {
  static constexpr HandlerEntry kEntries[] = {
      {"view.compare", CompareCommands::view_compare},
      {"view.planner", CompareCommands::view_planner, {.way_back = CompareCommands::reset_by_split}},
      {"view.beside", CompareCommands::view_beside, {.logged = CompareCommands::planner_of_view}},
      {"step.head", CompareCommands::step_head},
      {"step.divergence", CompareCommands::step_divergence},
  };
  return kEntries;
}

}  // namespace strata
