// Purpose: JamSearch solves multi-agent path finding (MAPF) for a few agents that block each other in a small part of a
//          map. All agents step at the same time; the schedule ends when each agent that must is at its target.
// Source: Okumura 2023, "LaCAM: search-based algorithm for quick multi-agent pathfinding": depth-first search over the
//         positions of all agents, where PIBT generates each successor and a tree of constraints at every node makes
//         the search complete. The swap at a junction is that of Okumura 2023, "Improving LaCAM for scalable eventually
//         optimal multi-agent pathfinding", section on PIBT.
// Differs: Agents cover squares, so that one agent may push several. Agents without a target only make way. An
//          agent that is too large to leave a square in one step leaves it in several steps, each of which covers
//          less of the square.
// Units: Steps. Every step counts as one, also diagonal steps and steps over heavy terrain.
// Shapes: Cells are numbered row-major in the bounding box of the part. The cell of an agent is the upper left
//         cell of its square.
// Ties: Decided by random numbers from the seed, which are the same on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace strata {

struct JamAgent {
  static constexpr uint16_t kNowhere = 0xffff;
  uint16_t at = 0;
  uint16_t target = kNowhere;
  bool must = false;  // the schedule must lead the agent to its target
  uint8_t size = 1;
  uint8_t kind = 0;  // kind of agent, which selects its moves
};

class JamSearch {
 public:
  enum class State : uint8_t {
    kSearching,
    kFound,
    kNone,     // there is no schedule: the search was exhaustive
    kGivenUp,  // the search reached its limit
  };

  // Starts a search. `moves` gives, by kind and cell, the mask of the legal directions that stay inside the part of the
  // map. `nodes` is the node limit of the first runs; later runs have larger limits.
  JamSearch(int width, std::vector<std::vector<uint8_t>> moves, std::vector<JamAgent> agents, uint64_t seed,
            uint64_t nodes);

  // Continues the search for about `decisions` decisions about single agents.
  State work(uint64_t decisions);
  State state() const { return state_; }
  // Returns the cells of all agents at the start and after each step, one row per step; empty if no schedule was found.
  std::vector<std::vector<uint16_t>> schedule() const;
  uint64_t decisions() const { return decisions_; }
  size_t memory_bytes() const;

 private:
  static constexpr uint16_t kNone = JamAgent::kNowhere;

  // Forces an agent to a cell, in addition to the constraints before it in the chain.
  struct Constraint {
    uint32_t parent = 0;
    uint16_t agent = kNone, to = kNone;
    uint16_t depth = 0;
  };
  struct Node {
    uint32_t parent = 0;
    std::vector<uint16_t> at;
    std::vector<uint16_t> order;  // agents, highest priority first
    std::vector<float> urgency;
    std::vector<Constraint> constraints;
    size_t next = 0;  // index of the next constraint
  };
  struct MoveChoice {
    uint16_t to = 0;
    uint64_t key = 0;
  };
  using MoveChoices = std::array<MoveChoice, 9>;

  const JamAgent& agent(uint16_t i) const { return agents_[i]; }
  template <class Visit>
  void square(uint16_t i, uint16_t at, Visit&& visit) const;
  bool overlap(uint16_t a, uint16_t at_a, uint16_t b, uint16_t at_b) const;
  uint16_t neighbour(uint16_t at, int direction) const;
  uint16_t distance(uint16_t i, uint16_t at) const;
  void find_distances(uint16_t i);
  uint64_t random();

  bool at_end(const Node& node) const;
  void add_node(uint32_t parent, std::vector<uint16_t> at);
  uint64_t hash(std::span<const uint16_t> at) const;
  bool step();
  bool again();
  void turn();
  bool successor(const Node& node, const Constraint& last);
  bool can_take(uint16_t i, uint16_t to) const;
  void take(uint16_t i, uint16_t to);
  void take_back(size_t mark);
  bool decide(uint16_t i);
  size_t choices(uint16_t i, MoveChoices& out);
  uint16_t to_be_pulled(uint16_t i, uint16_t best) const;
  bool must_pass(uint16_t pusher, uint16_t puller, uint16_t pusher_at, uint16_t puller_at) const;
  bool can_pass(uint16_t pusher_at, uint16_t puller_at) const;
  int ways_on(uint16_t at, uint16_t back, uint16_t& on) const;

  int width_ = 0;
  size_t cells_ = 0;
  std::vector<std::vector<uint8_t>> moves_;
  std::vector<JamAgent> agents_;
  std::vector<std::vector<uint16_t>> distances_, distances_back_;  // distances to the targets; to the start cells
  bool both_ways_ = false, backwards_ = false;
  uint64_t random_ = 0, nodes_of_first_ = 0;
  State state_ = State::kSearching;
  uint64_t decisions_ = 0, until_ = 0;  // decisions so far, and the count at which the current run stops
  uint32_t runs_ = 0;
  std::vector<Node> nodes_;
  std::unordered_multimap<uint64_t, uint32_t> known_;
  std::vector<uint32_t> open_;
  uint32_t end_ = 0;
  // The state of the successor under construction.
  std::vector<uint16_t> now_, next_, held_, kept_, order_of_;
  std::vector<uint16_t> taken_;    // agents in the order of their decisions
  std::vector<uint16_t> cleared_;  // by cell: the agent that waits to enter
  uint32_t calls_ = 0;
};

}  // namespace strata
