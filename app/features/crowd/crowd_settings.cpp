#include "app/features/crowd/crowd_settings.hpp"

#include <algorithm>
#include <array>

namespace strata {
namespace {

using setting_rows::words_of;

constexpr std::array<std::string_view, 4> kTasks = {"wander", "goal", "evacuate", "own"};  // in the order of CrowdTask
constexpr std::array<std::string_view, 2> kGrounds = {"cells", "mesh"}, kColours = {"status", "group"};

double place_of(std::span<const std::string_view> words, std::string_view word) {
  return static_cast<double>(std::ranges::find(words, word) - words.begin());
}

}  // namespace

std::span<const SettingOf<CrowdSettings>> crowd_settings() {
  static const auto kMethods = words_of<CrowdMethod, kCrowdMethods>(crowd_method_name);
  static const auto kBackends = words_of<CrowdBackend, kCrowdBackends>(crowd_backend_name);
  static const auto kHeats = words_of<CrowdHeat, kCrowdHeats>(crowd_heat_name);
  // clang-format off
  static const std::array kRows = {
      SettingOf<CrowdSettings>{{.name = "crowd.rate", .title = "Ticks per second", .word = "TICKS",
          .range = {1, 1000}, .slider = {1, 600}, .logarithmic = true,
          .help = "60 is the nominal speed; fewer are slow motion, more are time lapse",
          .kind = SettingKind::kReal},
                               [](const CrowdSettings& s) { return static_cast<double>(s.rate); },
                               [](CrowdSettings& s, double value) { s.rate = value; }},
      SettingOf<CrowdSettings>{{.name = "crowd.count", .title = "Agents of a spawn", .label = "Count", .word = "N",
          .unit = "agents", .range = {1, 1'000'000}, .logarithmic = true, .help = "How many are added at once"},
                               [](const CrowdSettings& s) { return static_cast<double>(s.count); },
                               [](CrowdSettings& s, double value) { s.count = static_cast<int>(value); }},
      SettingOf<CrowdSettings>{{.name = "crowd.density", .title = "Agents per 100 cells", .label = "Density",
          .word = "AGENTS", .range = {1, 400}, .help = "Of the brush that places agents"},
                               [](const CrowdSettings& s) { return static_cast<double>(s.density); },
                               [](CrowdSettings& s, double value) { s.density = static_cast<int>(value); }},
      SettingOf<CrowdSettings>{
          {.name = "crowd.goals", .title = "Where agents go",
              .help = "To random cells for ever, to the goal marker, out over the nearest exit, or each to its own "
                      "goal", .words = kTasks, .kind = SettingKind::kChoice},
          [](const CrowdSettings& s) { return static_cast<double>(place_of(kTasks, crowd_task_name(s.task))); },
          [](CrowdSettings& s, double value) { s.task = *crowd_task_named(kTasks[static_cast<size_t>(value)]); }},
      SettingOf<CrowdSettings>{{.name = "crowd.size", .title = "Size of new agents", .label = "Agent size",
          .word = "CELLS", .unit = "cells", .range = {1, kMaxAgentSize}, .help = "Their width and height"},
                               [](const CrowdSettings& s) { return static_cast<double>(s.agent.size); },
                               [](CrowdSettings& s, double value) { s.agent.size = static_cast<int>(value); }},
      SettingOf<CrowdSettings>{{.name = "crowd.holding", .title = "One agent per cell",
          .help = "Agents make room for one another, and wait for cells that are taken",
          .kind = SettingKind::kSwitch},
                               [](const CrowdSettings& s) { return static_cast<double>(s.options.holding); },
                               [](CrowdSettings& s, double value) { s.options.holding = value != 0; }},
      SettingOf<CrowdSettings>{
          {.name = "crowd.method", .title = "How paths are planned",
              .help = "By look-up in tables, by a search of HPA*'s graph, of all cells, or by flow fields that agents share", .words = kMethods,
              .kind = SettingKind::kChoice},
          [](const CrowdSettings& s) { return static_cast<double>(s.options.method); },
          [](CrowdSettings& s, double value) { s.options.method = static_cast<CrowdMethod>(value); }},
      SettingOf<CrowdSettings>{{.name = "crowd.backend", .title = "Device that plans the paths",
          .help = "On a CUDA device or in the threads of the processor; kept for the next start",
          .words = kBackends, .kind = SettingKind::kChoice},
                               [](const CrowdSettings& s) { return static_cast<double>(s.backend); },
                               [](CrowdSettings& s, double value) { s.backend = static_cast<CrowdBackend>(value); }},
      SettingOf<CrowdSettings>{
          {.name = "crowd.plans", .title = "Plans per tick", .word = "AGENTS", .unit = "agents",
              .range = {1, 1'000'000}, .slider = {1, 100'000}, .logarithmic = true,
              .help = "How many agents are planned in a tick at most"},
          [](const CrowdSettings& s) { return static_cast<double>(s.options.plans_per_tick); },
          [](CrowdSettings& s, double value) { s.options.plans_per_tick = static_cast<uint32_t>(value); }},
      SettingOf<CrowdSettings>{{.name = "crowd.heat", .title = "Crowd heat map",
          .help = "Of layer crowd-heat: where agents have been, are now, or have waited", .words = kHeats,
          .kind = SettingKind::kChoice},
                               [](const CrowdSettings& s) { return static_cast<double>(s.heat); },
                               [](CrowdSettings& s, double value) { s.heat = static_cast<CrowdHeat>(value); }},
      SettingOf<CrowdSettings>{
          {.name = "crowd.on", .title = "Crowd on cells or on the mesh",
              .help = "Which crowd the place Crowd shows: agents that step from cell to cell, or walkers at any angle",
              .words = kGrounds, .kind = SettingKind::kChoice},
          [](const CrowdSettings& s) { return static_cast<double>(s.on_mesh); },
          [](CrowdSettings& s, double value) { s.on_mesh = value != 0; }},
      SettingOf<CrowdSettings>{{.name = "crowd.colour", .title = "Colour of agents",
          .help = "By what they do, or by who started together", .words = kColours, .kind = SettingKind::kChoice},
                               [](const CrowdSettings& s) { return static_cast<double>(s.by_group); },
                               [](CrowdSettings& s, double value) { s.by_group = value != 0; }},
  };
  // clang-format on
  return kRows;
}

}  // namespace strata
