#include "app/base/foreign_commands.hpp"

#include <algorithm>
#include <array>

#include "app/base/command.hpp"

namespace strata {
namespace {

constexpr uint8_t bit(ForeignFile file) { return static_cast<uint8_t>(1u << static_cast<unsigned>(file)); }
constexpr uint8_t kL = bit(ForeignFile::kLesson), kF = bit(ForeignFile::kFigure), kW = bit(ForeignFile::kWorkspace),
                  kR = bit(ForeignFile::kResult);

constexpr ForeignRow kRows[] = {
    // Maps: a lesson and a card open their own. What a student does goes on from the map of the lesson.
    {"map.open", kL | kF},
    {"map.new", kL | kF},
    {"map.generate", kL | kF},
    {"map.scene", kL | kF},
    {"graph.open", kF},
    {"scenario.open", kF},
    // Changes of the map.
    {"paint.", kL | kF | kR},
    {"piece.", kL | kF | kR},
    {"select.", kL | kF | kR},
    {"brush.", kL | kF | kR},
    {"tool.", kL | kF | kR},
    {"terrain.", kL | kF | kR},
    {"graph.", kL | kF | kR},
    {"canvas.", kL | kR},
    {"edit.", kL | kR},
    // Names, colours and letters of terrains belong to a map.
    {"terrain.name", kF | kW},
    {"terrain.colour", kF | kW},
    {"terrain.next_letters", kW},
    {"terrain.letter", 0},
    // Queries, rules, structures and planners.
    {"agent.", kL | kF | kR},
    {"cch.", kL | kF | kR},
    {"ch.", kL | kF | kR},
    {"haa.", kL | kF | kR},
    {"heuristic.", kL | kF | kR},
    {"hna.", kL | kF | kR},
    {"hpa.", kL | kF | kR},
    {"inspect.", kL | kF | kR},
    {"labels.", kL | kF | kR},
    {"landmarks.", kL | kF | kR},
    {"navmesh.", kL | kF | kR},
    {"pay.", kL | kF | kR},
    {"plan.", kL | kF | kR},
    {"planner.", kL | kF | kR},
    {"predict.", kL | kF | kR},
    {"query.", kL | kF | kR},
    {"query.set", kL | kF | kW | kR},
    {"query.clear", kL | kF | kW | kR},
    {"rooms.", kL | kF | kR},
    {"rules.", kL | kF | kR},
    {"sectors.", kL | kF | kR},
    {"tables.", kL | kF | kR},
    {"xray.", kL | kF | kR},
    {"level.", kF},
    {"trace.step", kF},
    {"scenario.", kL},
    {"scenario.run", kL | kF},
    {"scenario.row", kL | kW},
    // Crowds walk on the processor: a device would be taken from others.
    {"crowd.", kL | kF | kR},
    {"walkers.", kL | kF | kR},
    {"crowd.backend", 0},
    {"crowd.spawn", kL | kF | kW | kR},
    {"crowd.stroke", kL | kF | kW | kR},
    {"crowd.exit", kL | kF | kW | kR},
    {"crowd.follow", kL | kF | kW | kR},
    {"crowd.scenario", kW},
    {"crowd.step", kL | kF | kW | kR},
    {"crowd.forget", kL | kF | kW | kR},
    {"walkers.step", kL | kF | kW | kR},
    {"walkers.spawn", kL | kF | kW | kR},
    {"walkers.add", kL | kF | kW | kR},
    {"walkers.follow", kL | kF | kW | kR},
    // Steps and views.
    {"step.", kL | kF | kR},
    {"step.to", kL | kF | kW | kR},
    {"step.head", kL | kF | kW | kR},
    {"step.last", kL | kF | kW | kR},
    {"step.heat", kL | kR},  // a preference
    {"layer.", kL | kF | kR},
    {"view.", kL | kF | kR},
    {"view.center", kL | kF | kW | kR},
    {"view.compare", kL | kF | kW | kR},
    {"view.planner", kL | kF | kW | kR},
    {"view.split", kL | kF | kW | kR},
    {"view.level", kL | kF | kW | kR},
    {"view.difference", kL | kF | kW | kR},
    {"view.pace", kL | kF | kW | kR},
    {"ui.chart", kF},
    {"ui.place", kF},
    {"wait.ready", kL | kF | kW | kR},
    // A card proves its numbers.
    {"assert", kF},
    {"remember", kF},
    // Settings that reach beyond the screen.
    {"recovery.copies", 0},
    {"lab.threads", 0},
};

// Words of a usage that stand for files, programs, or commands of any kind.
constexpr std::array<std::string_view, 5> kReaches = {"PATH", "FILE", "FOLDER", "PROGRAM", "COMMAND"};
constexpr std::array<std::string_view, 4> kOpeners = {"map.open", "graph.open", "scenario.open", "crowd.scenario"};

const ForeignRow* row_of(std::string_view name) {
  const ForeignRow* family = nullptr;
  for (const ForeignRow& row : kRows) {
    if (row.commands == name) return &row;
    const bool whole = row.commands.ends_with('.');
    if (whole && (name.starts_with(row.commands) || name == row.commands.substr(0, row.commands.size() - 1))) {
      family = &row;
    }
  }
  return family;
}

}  // namespace

bool opens_named_file(const CommandInfo& info) { return std::ranges::find(kOpeners, info.name) != kOpeners.end(); }

bool may_give(ForeignFile file, const CommandInfo& info) {
  const bool reaches = std::ranges::any_of(
      kReaches, [&](std::string_view word) { return info.usage.find(word) != std::string_view::npos; });
  if (reaches && !opens_named_file(info)) return false;
  const ForeignRow* row = row_of(info.name);
  const bool own = row != nullptr && row->commands == info.name;
  if (info.group == "File" && !own) return false;
  if (row != nullptr && (row->files & bit(file)) != 0) return true;
  // What the setting lines of a reproduction may hold, workspaces and results may give back.
  const bool holds_settings = file == ForeignFile::kWorkspace || file == ForeignFile::kResult;
  return holds_settings && (info.keeps & keeps::kSetting) != 0 && (!own || row->files != 0);
}

std::span<const ForeignRow> foreign_rows() { return kRows; }

}  // namespace strata
