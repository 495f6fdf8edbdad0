// Purpose: JamSearch finds a schedule for a few agents that block each other in a small part of a map. All agents step
//          together, until each of them is where it has to be.
// Source: Okumura 2023, "LaCAM: search-based algorithm for quick multi-agent pathfinding": depth first over where all
//         agents are, each successor by priority inheritance with backtracking (PIBT), and a tree of constraints on
//         every node, so that in the end all successors are tried. The pull into a junction that lets two agents pass
//         each other is that of Okumura 2023, "Improving LaCAM for scalable eventually optimal multi-agent
//         pathfinding", section on PIBT.
// Differs: Agents cover squares, so that an agent may have to ask several others. Agents without a target only make
//          room. An agent that is too large to leave a square in one step leaves it in several: each step covers less
//          of the square.
// Units: Steps. Steps over heavy ground and diagonal steps count as one step too.
// Shapes: Cells are those of the part's bounding box, row-major. An agent's cell is the upper left cell of its square.
// Ties: By random numbers from the seed, the same on every machine.
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
  bool must = false;  // the schedule has to lead it to its target
  uint8_t size = 1;
  uint8_t kind = 0;  // kind of its moves
};

class JamSearch {
 public:
  enum class State : uint8_t {
    kSearching,
    kFound,
    kNone,     // all was tried: there is no schedule
    kGivenUp,  // the search was cancelled at its limit
  };

  // `moves`: by kind and cell, the directions as bits whose moves are legal and stay inside the part.
  // `nodes`: node limit of the first runs; later runs may have more.
  JamSearch(int width, std::vector<std::vector<uint8_t>> moves, std::vector<JamAgent> agents, uint64_t seed,
            uint64_t nodes);

  // Continues the search for about so many decisions about agents.
  State work(uint64_t decisions);
  State state() const { return state_; }
  // Returns the cells of the agents after each step, the start first: a row has one cell for each agent. Empty unless a
  // schedule was found.
  std::vector<std::vector<uint16_t>> schedule() const;
  uint64_t decisions() const { return decisions_; }
  size_t memory_bytes() const;

 private:
  static constexpr uint16_t kNone = JamAgent::kNowhere;

  // Sends an agent to a cell, in addition to the constraints before it in the chain.
  struct Constraint {
    uint32_t parent = 0;
    uint16_t agent = kNone, to = kNone;
    uint16_t depth = 0;
  };
  struct Node {
    uint32_t parent = 0;
    std::vector<uint16_t> at;
    std::vector<uint16_t> order;  // agents, the most urgent first
    std::vector<float> urgency;
    std::vector<Constraint> constraints;
    size_t next = 0;  // next constraint
  };
  struct Choice {
    uint16_t to = 0;
    uint64_t key = 0;
  };
  using Choices = std::array<Choice, 9>;

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
  size_t choices(uint16_t i, Choices& out);
  uint16_t to_be_pulled(uint16_t i, uint16_t best) const;
  bool must_pass(uint16_t pusher, uint16_t puller, uint16_t pusher_at, uint16_t puller_at) const;
  bool can_pass(uint16_t pusher_at, uint16_t puller_at) const;
  int ways_on(uint16_t at, uint16_t back, uint16_t& on) const;

  int width_ = 0;
  size_t cells_ = 0;
  std::vector<std::vector<uint8_t>> moves_;
  std::vector<JamAgent> agents_;
  std::vector<std::vector<uint16_t>> distances_, distances_back_;  // to the targets; to the start cells
  bool both_ways_ = false, backwards_ = false;
  uint64_t random_ = 0, nodes_of_first_ = 0;
  State state_ = State::kSearching;
  uint64_t decisions_ = 0, until_ = 0;  // limit of the run
  uint32_t runs_ = 0;
  std::vector<Node> nodes_;
  std::unordered_multimap<uint64_t, uint32_t> known_;
  std::vector<uint32_t> open_;
  uint32_t end_ = 0;
  // State of the successor under construction.
  std::vector<uint16_t> now_, next_, held_, kept_, order_of_;
  std::vector<uint16_t> taken_;    // agents in the order of their decisions
  std::vector<uint16_t> cleared_;  // by cell: the agent that wants to enter but cannot yet
  uint32_t calls_ = 0;
};

}  // namespace strata
