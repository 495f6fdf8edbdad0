// Purpose: Gui is the interface around the map, drawn with Dear ImGui from the lab's state. It arranges the panels,
//          hands them what they need (Ui), and decides of every key and movement of the pointer whether it becomes a
//          command, goes to the map, or is left to the panels.
// Threads: The main thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/base/key_chords.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/panel_dialogs.hpp"
#include "app/ui/panel_focus.hpp"
#include "app/ui/panel_folds.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/panel_menu.hpp"
#include "app/ui/panel_timeline.hpp"
#include "app/ui/panel_tools.hpp"
#include "app/ui/panel_windows.hpp"
#include "app/ui/ui.hpp"
#include "app/window/input.hpp"

namespace strata {

struct Overlay;

struct GuiOptions {
  std::string layout_path;    // empty: the layout is not kept
  std::string maps_folder;    // of the stock maps
  std::string graphs_folder;  // of the stock graphs
  std::string levels_folder;  // of the stock levels
};

class Gui {
 public:
  Gui(Lab& lab, GuiOptions options);
  ~Gui();  // keeps what has changed since it was kept last
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  // Keys become commands; pointer events over the map go to the lab. Between ImGuiHost::begin_frame and draw.
  void handle_input(const std::vector<InputEvent>& events, const std::vector<std::string>& dropped);
  // All panels. `overlays`: of the panes, for the labels on the map.
  void draw(const Fonts& fonts, float scale, float width, float height, std::span<const Overlay* const> overlays);
  // Boxes of this frame, before draw.
  void arrange_panels(float scale, float width, float height);
  // The map views of this frame, all of one size.
  int pane_count() const { return panes_.count; }
  const Box& pane_box(int pane) const { return panes_.panes[static_cast<size_t>(pane)].map; }

  // A command line, to be run between frames.
  void run(std::string line) { ui_.run(std::move(line)); }
  // True if anything ran.
  bool run_queued();
  bool idle() const { return ui_.idle(); }

  Status change_layout(const Command& command);  // ui.theme, ui.panel, ui.reset_layout
  void set_dark(bool on);
  // Keeps the layout if it changed, and how the panels stand once that has settled.
  void keep_layout();

  void set_frame_milliseconds(double ms) { milliseconds_ = milliseconds_ * 0.9 + ms * 0.1; }
  UiDump& dump() { return ui_.dump(); }

 private:
  struct Binding {
    KeyChord chord;
    std::string line;
    bool repeats = false;
  };

  const LabState& state() const { return lab_.state(); }
  MenuContext menu_context() const;
  void follow_keys();  // as key_bindings() has them now
  const Binding* binding_of(const KeyChord& chord) const;
  void handle_key(const InputEvent& event);
  void run_binding(const Binding& binding, bool repeat, bool typing);
  // The keyboard in a panel, see panel_focus.hpp.
  Status change_focus(const std::string& wanted);
  bool begin_focusable(const char* name, const Box& box, int extra = 0);  // as begin_panel; "##left"
  const Box& box_of(PanelName panel) const;
  void draw_focus();
  void handle_pointer(const InputEvent& event);
  void close_top();                     // Esc
  int pane_at(float x, float y) const;  // -1: none
  void draw_panels();
  void draw_beside(FoldingPanel panel, const Box& box);
  void draw_over();  // the folded panel that is open over the map
  Status show_panel(FoldingPanel panel, const std::string& wanted, PanelMode& mode);
  void hold_sizes();
  void draw_splitters();
  void draw_splitter(const char* name, const Box& box, bool upright, float symbol, float far_edge, float& size,
                     PanelMode& mode);
  void draw_presentation_hint();

  Lab& lab_;
  GuiOptions options_;
  Ui ui_;
  PanelLayout layout_, kept_layout_;
  PanelStates kept_panels_;
  PanelWindows panel_windows_;
  std::string first_tab_;          // of the run before
  double panels_changed_at_ = -1;  // seconds; below 0: they stand as they were kept
  FoldedBoxes folds_;
  PanelBoxes boxes_;  // of a presentation, or those of folds_
  std::optional<FoldingPanel> over_;
  std::optional<FoldingPanel> raised_;  // that is in front of the views
  int raised_views_ = 0;                // as many of them
  int raises_ = 0;                      // it is brought there in so many frames
  Panes panes_;
  std::vector<std::string> running_;
  std::vector<Binding> bindings_;
  uint64_t bindings_of_ = 0;  // the version of key_bindings()
  std::vector<std::string> stock_maps_, stock_graphs_, stock_levels_;
  float width_ = 0, height_ = 0, menu_height_ = 0;
  double milliseconds_ = 0;  // of the last frames, smoothed; shown in the status bar

  // Keyboard and pointer.
  PanelFocus focus_;
  bool space_held_ = false;
  bool space_used_ = false;
  bool popup_was_open_ = false;  // in the last frame
  bool pointer_on_map_ = false;  // a button went down on the map and is still down
  int pointer_pane_ = 0;         // where that was, or where the pointer is

  MenuBar menu_;
  LeftPanel left_;
  EventLabels labels_;
  Timeline timeline_;
  Dialogs dialogs_;
  float splitter_grab_ = 0;         // of the splitter being dragged: where it was taken hold of
  double presentation_since_ = -1;  // seconds; below 0: the panels are shown
};

}  // namespace strata
