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
#include "app/ui/kept_sizes.hpp"
#include "app/ui/panel_chart.hpp"
#include "app/ui/panel_dialogs.hpp"
#include "app/ui/panel_focus.hpp"
#include "app/ui/panel_folds.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/panel_menu.hpp"
#include "app/ui/panel_timeline.hpp"
#include "app/ui/panel_tools.hpp"
#include "app/ui/panel_windows.hpp"
#include "app/ui/presentation_layout.hpp"
#include "app/ui/ui.hpp"
#include "app/window/input.hpp"

namespace strata {

struct Overlay;
struct ShownWork;

struct GuiOptions {
  std::string layout_path;    // empty: the layout is not saved
  std::string maps_folder;    // folder of the stock maps
  std::string graphs_folder;  // folder of the stock graphs
  std::string levels_folder;  // folder of the stock levels
};

class Gui {
 public:
  Gui(Lab& lab, GuiOptions options);
  ~Gui();  // saves what has changed since it was last saved
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  // Turns keys into commands and passes pointer events over the map to the lab. Call it between ImGuiHost::begin_frame
  // and draw.
  void handle_input(const std::vector<InputEvent>& events, const std::vector<std::string>& dropped);
  // Draws all panels. `overlays` are those of the panes, for the labels on the map.
  void draw(const Fonts& fonts, float scale, float width, float height, std::span<const Overlay* const> overlays);
  // Draws in place of all panels what is at work, while nothing else can be done. Returns true if it is to stop.
  bool draw_long_work(const Fonts& fonts, float width, float height, const ShownWork& work);
  // Computes the boxes of this frame; call it before draw.
  void arrange_panels(float scale, float width, float height);
  // Return the map views of this frame, which have one size.
  int pane_count() const { return panes_.count; }
  const Box& pane_box(int pane) const { return panes_.panes[static_cast<size_t>(pane)].map; }

  // Queues a command line, which runs between frames.
  void run(std::string line) { ui_.run(std::move(line)); }
  // Runs the queued commands. Returns true if there were any.
  bool run_queued();
  bool idle() const { return ui_.idle(); }

  Status change_layout(const Command& command);  // ui.theme, ui.panel, ui.reset_layout
  void set_dark(bool on);
  // Saves the layout if it changed, and the state of the panels once it has settled.
  void keep_layout();

  // Notes how long a frame took. What the status bar says follows every half second: a number that changes with every
  // frame cannot be read, and is a reason to draw the next frame.
  void note_frame(double milliseconds, double seconds_since_last);
  UiDump& dump() { return ui_.dump(); }

 private:
  struct Binding {
    KeyChord chord;
    std::string line;
    bool repeats = false;
  };

  const LabState& state() const { return lab_.state(); }
  MenuContext menu_context() const;
  void follow_keys();  // takes over key_bindings() as it is now
  const Binding* binding_of(const KeyChord& chord) const;
  void open_dropped(const std::vector<std::string>& paths);
  void handle_key(const InputEvent& event);
  void run_binding(const Binding& binding, bool repeat, bool typing);
  // The next functions concern the keyboard in a panel, see panel_focus.hpp.
  Status change_focus(const std::string& wanted);
  bool begin_focusable(const char* name, const Box& box, int extra = 0);  // as begin_panel, by a name such as "##left"
  const Box& box_of(PanelName panel) const;
  void draw_focus();
  void handle_pointer(const InputEvent& event);
  void close_top();                     // the Esc key
  int pane_at(float x, float y) const;  // -1: no pane
  void draw_panels();
  void draw_beside(FoldingPanel panel, const Box& box);
  bool strip_is_whole() const;  // whether the bottom panel shows the sentence of the step and the pseudo-code
  void draw_over();             // draws the folded panel that is open over the map
  // Returns the layout for what is shown now.
  PanelLayout layout_now(float width, float height, float scale) const;
  Status show_panel(FoldingPanel panel, const std::string& wanted, PanelMode& mode, float& held);
  void draw_splitters();
  void draw_splitter(const char* name, const Box& box, bool upright, float symbol, float far_edge,
                     const PanelSizes& sizes, float& size, float& held);
  std::string_view presentation_hint();

  Lab& lab_;
  GuiOptions options_;
  Ui ui_;
  PanelLayout layout_, kept_layout_;
  KeptSizes kept_sizes_, saved_sizes_;
  bool right_needs_room_ = false;  // a section of the right panel needs much room
  PanelStates kept_panels_;
  PanelWindows panel_windows_;
  std::string first_tab_;          // the tab of the last run
  double panels_changed_at_ = -1;  // seconds; below 0: the panels are as saved
  FoldedBoxes folds_;
  PanelBoxes boxes_;             // those of folds_; in a presentation there is only the map
  PresentationBoxes presented_;  // boxes of the presentation
  std::optional<FoldingPanel> over_;
  std::optional<FoldingPanel> raised_;  // the panel that was brought in front of the views
  int raised_views_ = 0;                // number of views at that time
  int raises_ = 0;                      // for so many more frames the panel is brought to the front
  Panes panes_;
  std::vector<Ui::Queued> running_;
  std::vector<Binding> bindings_;
  uint64_t bindings_of_ = 0;  // the version of key_bindings()
  std::vector<std::string> stock_maps_, stock_graphs_, stock_levels_;
  float width_ = 0, height_ = 0, menu_height_ = 0;
  double milliseconds_ = 0;        // smoothed time of the last frames
  double shown_milliseconds_ = 0;  // in the status bar
  double shown_for_ = 1;           // seconds

  // Keyboard and pointer.
  PanelFocus focus_;
  bool space_held_ = false;
  bool space_used_ = false;
  bool popup_was_open_ = false;  // in the last frame
  bool pointer_on_map_ = false;  // a button went down on the map and is still down
  int pointer_pane_ = 0;         // the pane where the button went down, or where the pointer is

  MenuBar menu_;
  CellMenu cell_menu_;
  LeftPanel left_;
  EventLabels labels_;
  Timeline timeline_;
  Dialogs dialogs_;
  ChartWindow chart_;
  float splitter_grab_ = 0;         // where the splitter being dragged was grabbed
  double presentation_since_ = -1;  // seconds; below 0: the panels are shown
  std::string presentation_hint_;
};

}  // namespace strata
