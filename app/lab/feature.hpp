// Purpose: One abstraction, or another wing of the lab, as the app knows it: a row of what it brings, and a desk that
//          keeps what changes over time. Whatever lists layers, commands, menus, settings or the dump asks all of them.
// Shapes: The list of the program is app/features/features.cpp. Its panels, which need ImGui, are rows of their own.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "app/lab/lab_part.hpp"
#include "app/lab/layers.hpp"

namespace strata {

class Painter;
struct DrawList;
struct MenuList;
struct TileSource;

// What a feature keeps over time. Every hook does nothing unless the feature has something to do.
class Desk : public LabPart {
 public:
  virtual ~Desk() = default;

  virtual void tick(double /*dt_seconds*/) {}
  virtual void map_replaced() {}                        // another map is open
  virtual void switched_off() {}                        // its structure is given up
  virtual void stamp_all() {}                           // all that overlays show of it is drawn anew
  virtual void edited(const EditReport& /*report*/) {}  // what overlays show where the edit reached it is drawn anew
  // Puts in what its structure is, or would be, built with.
  virtual void choose(WorldSetup& /*setup*/) const {}
  // Sees to it that what is known of the inspected cell is true.
  virtual void look_at(Cell /*cell*/) {}

  // The state as JSON, into the object of all; what concerns the inspected cell, or the meter, into the object of that.
  virtual void dump(nlohmann::json& /*out*/, bool /*durations*/) const {}
  virtual void dump_inspected(nlohmann::json& /*out*/) const {}
  virtual void dump_meter(nlohmann::json& /*out*/) const {}  // what the edits of the last gesture made it redo
  // Commands that bring a fresh lab's settings to those of now: before structures are switched on, and after.
  virtual void setting_lines(std::vector<std::string>& /*lines*/) const {}
  virtual void late_setting_lines(std::vector<std::string>& /*lines*/) const {}

 protected:
  explicit Desk(Lab& lab) : LabPart(lab) {}
};

struct FeatureCommand {
  CommandInfo info;
  Status (*run)(Lab&, const Command&);
  // True: the first of two of them did what the second does not do or undo itself, so that the log keeps both. Null: it
  // never does. The lab has carried out both.
  bool (*leaves)(const Lab&, const Command& earlier, const Command& later) = nullptr;
};

// Painted over the map in the order of `depth`, see app/draw/painter.hpp.
struct PaintStep {
  int depth;
  void (*paint)(Painter&, Lab&);
};

// How parts of the structure flash that an edit made it redo. Levels from 1; 0: there are none.
struct FlashStyle {
  Rgba (*color)(int level) = nullptr;  // null: they do not flash
  float (*dash)(int level) = nullptr;  // pixels; 0: solid
  int depth = 0;                       // higher ones lie on top, HPA* at 0
};

struct Feature {
  std::string_view name;                    // "rooms"; of its tab "tab.rooms", of its layers in lists "layers.rooms"
  std::string_view title;                   // of its layers in lists: "Rooms"
  Structure structure = Structure::kMoves;  // that it shows; kMoves: none
  std::span<const FeatureLayer* const> layers = {};  // as lists show them
  std::span<const FeatureCommand> commands = {};
  std::span<const PaintStep> paint = {};
  std::span<const TileSource* const> tiles = {};
  // Painted below the abstract path of a row, which is on that level. Every feature is asked; most have nothing to add.
  void (*under_path)(const Lab&, const PlannerRow&, int level, DrawList&) = nullptr;
  FlashStyle flash = {};
  // Counts what the state says of the graphs, in a thread where the map is large. What it returns hands that over.
  std::function<void(Lab&)> (*count)(const World&) = nullptr;
  void (*menu)(const Lab&, MenuList&) = nullptr;  // what it adds to the menu "Map"
  std::unique_ptr<Desk> (*make_desk)(Lab&) = nullptr;
};

// Those of the program, in the order of lists.
std::span<const Feature* const> own_features();
// Those and guests.
std::span<const Feature* const> features();
uint64_t features_version();  // changes with the list

// The structures whose parts flash, bottom to top.
struct FlashingStructure {
  Structure structure;
  FlashStyle style;
};
std::span<const FlashingStructure> flashing_structures();

// Takes part while it lives, in labs that are made meanwhile.
class GuestFeature {
 public:
  explicit GuestFeature(const Feature& feature);
  ~GuestFeature();
  GuestFeature(const GuestFeature&) = delete;
  GuestFeature& operator=(const GuestFeature&) = delete;

 private:
  const Feature* feature_;
};

}  // namespace strata
