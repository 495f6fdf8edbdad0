// Stepping through the search that answers a question: how it is recorded, and what is said of its steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/ask/ask.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/process_recording.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"
#include "core/search/grid_search_code.hpp"
#include "core/search/question_code.hpp"
#include "core/search/reach.hpp"
#include "core/world/map_moves.hpp"

namespace strata {
namespace {

// The search is recorded within a frame.
constexpr uint32_t kMaxSteppedCells = 512 * 512;

// What is said of every question. A link between neighbouring cells is told as a step.
class QuestionNarration : public Narration {
 protected:
  bool over_link(const NarratedEvent& e) const override {
    if (e.event.parent == kNoNodeId) return false;
    const NodePlace from = e.playback.place(0, e.event.parent), to = e.playback.place(0, e.event.node);
    return std::abs(from.x - to.x) > 1.5 || std::abs(from.y - to.y) > 1.5;
  }
};

// Sentences for A* to the nearest of several goals.
class NearestNarration : public QuestionNarration {
 protected:
  std::string destination(const NarratedEvent& e) const override {
    return fmt::format("{} is one of the goals.", e.node);
  }

  std::string expanded(const NarratedEvent& e) const override {
    std::string text =
        e.open() == 0
            ? fmt::format("{} is the only open {}: f = {} = g {} + h {}.", e.node, e.noun, e.f, e.g, e.h)
            : fmt::format("{} has the smallest f = {} of {}: g {} + h {}.", e.node, e.f, open_before(e), e.g, e.h);
    const Goals goals = goals_at(e);
    if (goals.nearest == nullptr) {
      return goals.is_goal ? text + " It is a goal, and no goal is nearer." : text;
    }
    const Cost best = e.playback.node(0, goals.nearest->node).g;
    const std::string nearest = e.words.node(0, goals.nearest->node);
    if (uint64_t{e.event.g} + e.event.h > best) {
      text += fmt::format(" That is more than {}, the cost of the path to {}: no goal is nearer, and the search ends.",
                          e.words.cost(best), nearest);
    } else if (goals.is_goal) {
      text += fmt::format(" It is a goal, no nearer than {}.", nearest);
    }
    return text;
  }

  std::string found(const NarratedEvent& e) const override {
    return fmt::format("{} is the nearest goal: the path costs {}.", e.node, e.g);
  }
  std::string no_path(const NarratedEvent& e) const override {
    if (e.playback.counts().open > 0) return Narration::no_path(e);
    return fmt::format("The open list is empty: no path leads from {} to any goal.", e.node);
  }

 private:
  // The goals at an expansion: whether the node is one, and a nearest one among those that were expanded before it.
  struct Goals {
    bool is_goal = false;
    const SearchEvent* nearest = nullptr;
  };
  static Goals goals_at(const NarratedEvent& e) {
    Goals goals;
    // The recording names start and goals first.
    for (size_t i = 1; i < e.playback.size() && e.playback.event(i)->type == EventType::kDestination; ++i) {
      const SearchEvent& goal = *e.playback.event(i);
      if (goal.node == e.event.node) {
        goals.is_goal = true;
      } else if (const NodeAtCursor at = e.playback.node(0, goal.node); at.state == NodeState::kExpanded) {
        const bool nearer = goals.nearest == nullptr || at.g < e.playback.node(0, goals.nearest->node).g;
        if (nearer) goals.nearest = &goal;
      }
    }
    return goals;
  }
};

// Sentences for Dijkstra's algorithm up to a limit.
class ReachNarration : public QuestionNarration {
 public:
  std::string_view algorithm() const override { return "Dijkstra's algorithm"; }
  bool by_distance(const NarratedEvent&) const override { return true; }

 protected:
  std::string expanded(const NarratedEvent& e) const override {
    std::string text = e.open() == 0 ? fmt::format("{} is the only open {}: g = {}.", e.node, e.noun, e.g)
                                     : fmt::format("{} has the smallest g = {} of {}.", e.node, e.g, open_before(e));
    const SearchEvent* const last = e.next();
    if (last != nullptr && last->type == EventType::kFound && e.event.g > last->g) {
      text += " That is above the limit: the search ends.";
    }
    return text;
  }
  std::string found(const NarratedEvent& e) const override {
    return fmt::format("The last cell within the limit is {}, with g = {}.", e.node, e.g);
  }
};

// Sentences for A* with costs that grow near walls.
class WallsNarration : public QuestionNarration {
 protected:
  std::string source(const NarratedEvent& e) const override {
    return fmt::format("The search begins at the start, {}. Steps near walls cost more.", e.node);
  }
  std::string found(const NarratedEvent& e) const override {
    return fmt::format("{} is reached: with what walls add, the path costs {}.", e.node, e.g);
  }
};

const WallsNarration kWallsNarration;
const NearestNarration kNearestNarration;
const ReachNarration kReachNarration;

SteppedProcess question_steps(AskQuestion question, const PseudoCode& code, const Narration& narration) {
  return {.name = "question",
          .title = ask_title(question),
          .hint = "Records the search that answers the question, for stepping",
          .begin_line = "ask.step",
          .place = "Compare > Question",
          .why_not = [](const Lab& lab) { return ask_controller(lab).why_not_stepped(); },
          .code = &code,
          .narration = &narration,
          .unit = [](const Lab& lab) { return cost_unit(lab.world()); },
          .record = [](Lab& lab) { ask_controller(lab).record_steps(); },
          .end = [](Lab& lab) { ask_controller(lab).end_steps(); }};
}

}  // namespace

const SteppedProcess* ask_steps(AskQuestion question) {
  static const SteppedProcess kNearest = question_steps(AskQuestion::kNearest, nearest_code::kCode, kNearestNarration);
  static const SteppedProcess kReach = question_steps(AskQuestion::kReach, reach_code::kCode, kReachNarration);
  static const SteppedProcess kWalls = question_steps(AskQuestion::kWalls, grid_search_code::kAStar, kWallsNarration);
  switch (question) {
    case AskQuestion::kNearest:
      return &kNearest;
    case AskQuestion::kReach:
      return &kReach;
    case AskQuestion::kWalls:
      return &kWalls;
    default:
      return nullptr;
  }
}

bool AskController::stepped() const {
  return state_.process != nullptr && state_.process == ask_steps(settings_.question);
}

std::string_view AskController::why_not_stepped() const {
  if (!asks()) return "no question is asked";
  if (ask_steps(settings_.question) == nullptr)
    return "the searches for alternative paths and for few turns cannot be stepped";
  if (world_->level() != nullptr) return "the map shows a level";
  if (!state_.has_query) return "start and goal are not set";
  if (world_->map().cell_count() > kMaxSteppedCells) {
    return "the map is too large: questions are stepped on maps of up to 512 x 512 cells";
  }
  return {};
}

Status AskController::begin_steps() {
  if (const std::string_view why = why_not_stepped(); !why.empty()) return error_at("", std::string(why));
  lab_.log().wait_before();
  begin_process(lab_, *ask_steps(settings_.question), this);
  return success();
}

void AskController::end_steps() {
  if (const SteppedProcess* steps = ask_steps(settings_.question)) leave_process(lab_, *steps);
}

void AskController::record_steps() {
  const SteppedProcess& steps = *state_.process;
  if (const std::string_view why = why_not_stepped(); !why.empty()) {
    lab_.query().discard_pending_trace();
    return give_up_process(lab_, steps, "search of the question", std::string(why));
  }
  const Inputs now = inputs();
  std::string key =
      fmt::format("question {} {} {} {} {} {},{} {},{}", ask_name(now.question), now.world, now.revision, now.rules,
                  now.settings, now.query.start.x, now.query.start.y, now.query.goal.x, now.query.goal.y);
  record_process(lab_, std::move(key), 0, [&](Trace& trace) {
    const MoveGrid& moves = world_->moves();
    Workspace& workspace = lab_.query().workspace();
    PlanResult result;
    if (settings_.question == AskQuestion::kWalls) {
      const Clearance* const clearance = world_->get<MapMoves>().clearance();
      if (clearance == nullptr) return false;  // it is measured first
      plan_off_walls(moves, *clearance, settings_.walls(), state_.query, workspace, result, trace);
    } else if (settings_.question == AskQuestion::kNearest) {
      plan_to_nearest(moves, state_.query.start, all_goals(), workspace, result, trace);
    } else {
      Reach reach;
      reach_within(moves, state_.query.start, cost_of_steps(moves, settings_.limit), workspace, reach, trace);
    }
    return true;
  });
}

}  // namespace strata
