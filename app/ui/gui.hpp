// Purpose: Gui is the interface around the map, drawn with Dear ImGui from the lab's state. It arranges the panels,
//          provides them with Ui, and decides whether a key or pointer event becomes a command, goes to the map, or
//          goes to a panel.
// Threads: The main thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/base/key_chords.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/event_labels.hpp"
#include "app/ui/left_panel.hpp"
#include "app/ui/panel_chart.hpp"
#include "app/ui/panel_dialogs.hpp"
#include "app/ui/panel_focus.hpp"
#include "app/ui/panel_folds.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/panel_menu.hpp"
#include "app/ui/panel_timeline.hpp"
#include "app/ui/panel_windows.hpp"
#include "app/ui/presentation_layout.hpp"
#include "app/ui/saved_panel_sizes.hpp"
#include "app/ui/ui.hpp"
#include "app/window/input.hpp"

namespace strata {

struct Overlay;
struct LongWorkStatus;

struct GuiOptions {
  // Path of the file with the layout; empty: the layout is not saved.
  std::string layout_path;
  std::string maps_folder;    // folder of the stock maps
  std::string graphs_folder;  // folder of the stock graphs
  std::string levels_folder;  // folder of the stock levels
};

class Gui {
 public:
  Gui(Lab& lab, GuiOptions options);
  // The destructor saves changes of the layout and the panels that were not saved yet.
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  // Turns keys into commands, and passes pointer events over the map to the lab. It must be called between
  // ImGuiHost::begin_frame and draw.
  void handle_input(const std::vector<InputEvent>& events, const std::vector<std::string>& dropped);
  // Draws all panels. `overlays` are the drawings over the panes; this function draws the texts in them.
  void draw(const Fonts& fonts, float scale, float width, float height, std::span<const Overlay* const> overlays);
  // Draws only the dialog of long work, in place of all panels. Returns true if the user stops the work.
  bool draw_long_work(const Fonts& fonts, float width, float height, const LongWorkStatus& work);
  // Computes the boxes of the panels in this frame. It must be called before draw.
  void arrange_panels(float scale, float width, float height);
  // These functions return the panes of this frame, which all have the same size.
  int pane_count() const { return panes_.count; }
  const Box& pane_box(int pane) const { return panes_.panes[static_cast<size_t>(pane)].map; }

  // Puts a command line into the queue. It runs between two frames.
  void run(std::string line) { ui_.run(std::move(line)); }
  // Runs the command lines in the queue. Returns true if there were any.
  bool run_queued();
  bool idle() const { return ui_.idle(); }

  // Executes the commands ui.theme, ui.panel and ui.reset_layout.
  Status change_layout(LayoutChange change, const std::vector<std::string>& words);
  void set_dark(bool on);
  // Saves the layout if it has changed, and the state of the panels once it has not changed for a while.
  void keep_layout();

  UiDump& dump() { return ui_.dump(); }

 private:
  struct BoundKey {
    KeyChord chord;
    std::string line;
    bool repeats = false;
  };

  const LabState& state() const { return lab_.state(); }
  MenuContext menu_context() const;
  // Updates the key bindings from those of the lab.
  void follow_keys();
  const BoundKey* binding_of(const KeyChord& chord) const;
  void open_dropped(const std::vector<std::string>& paths);
  void handle_key(const InputEvent& event);
  bool typed_after_focus(const InputEvent& event, const KeyChord& chord, bool focused);
  void run_binding(const BoundKey& binding, bool repeat, bool typing);
  // The following functions concern the keyboard focus of panels, see panel_focus.hpp.
  Status change_focus(const std::string& wanted);
  // Calls begin_panel for a panel that can have the keyboard. `name` is such as "##left".
  bool begin_focusable(const char* name, const Box& box, int extra = 0);
  const Box& box_of(PanelName panel) const;
  void draw_focus();
  void handle_pointer(const InputEvent& event);
  // Does what the Esc key does.
  void close_top();
  // Returns the pane at the position; -1: there is none.
  int pane_at(float x, float y) const;
  void find_pointed_mark(std::span<const Overlay* const> overlays);
  void draw_panels();
  void draw_chart(const FeatureChart* chart, float scale);
  void draw_beside(FoldingPanel panel, const Box& box);
  // Returns whether a card is open whose figure is a chart.
  bool chart_is_figure() const;
  // Returns whether the bottom panel shows both the sentence about the event and the pseudo-code.
  bool strip_is_whole() const;
  // Draws the folded panel that the user has opened above the map.
  void draw_over();
  // Returns the layout of the panels for what they show at present.
  PanelLayout layout_now(float width, float height, float scale) const;
  Status show_panel(FoldingPanel panel, const std::string& wanted, PanelMode& mode, float& held);
  Status show_left(const std::string& wanted);
  Status reset_layout();
  Status show_named_place(const std::string& place);
  Status change_theme(const std::string& theme);
  Status change_panel(const std::string& panel, const std::string& switched);
  // Opens and closes the panels beside the left one as they were when its place was left last.
  void follow_place();
  Status show_steps(const std::string& wanted);
  void draw_splitters();
  void draw_splitter(const char* name, const Box& box, bool upright, float symbol, float far_edge,
                     const PanelSizes& sizes, float& size, float& held);
  std::string_view presentation_hint();

  Lab& lab_;
  GuiOptions options_;
  Ui ui_;
  PanelLayout layout_, kept_layout_;
  SavedPanelSizes kept_sizes_, saved_sizes_;
  // A section of the right panel needs much height.
  bool right_needs_room_ = false;
  // The panel was closed when the section came, and the user has not opened or closed it since.
  bool right_opened_ = false;
  // The open text tells of pseudo-code; the steps were closed when it came, and the user has not opened or closed them.
  bool steps_named_ = false, steps_opened_ = false;
  // The content of the right panel was higher than the panel in the last frame.
  bool right_scrolls_ = false;
  PanelStates kept_panels_;
  PanelWindows panel_windows_;
  // The place that the left panel shows, or has shown last.
  std::optional<LeftPanelSection> place_;
  // The tab that was open at the end of the last run.
  std::string first_tab_;
  // Time at which the state of the panels has changed, in seconds; below 0: it is saved.
  double panels_changed_at_ = -1;
  FoldedBoxes folds_;
  // The boxes of `folds_`; in a presentation only that of the map.
  PanelBoxes boxes_;
  PresentationBoxes presented_;  // boxes for the presentation
  std::optional<FoldingPanel> over_;
  // The folded panel that the user has opened in front of the views.
  std::optional<FoldingPanel> raised_;
  // The number of views when it was opened.
  int raised_views_ = 0;
  // For this number of frames the panel is still brought to the front.
  int raises_ = 0;
  Panes panes_;
  std::vector<Ui::QueuedCommand> running_;
  std::vector<BoundKey> bindings_;
  // KeyTable::version() from which the bindings were made.
  uint64_t bindings_of_ = 0;
  std::vector<std::string> stock_maps_, stock_graphs_, stock_levels_;
  float width_ = 0, height_ = 0, menu_height_ = 0;

  // Keyboard and pointer.
  PanelFocus focus_;
  bool space_held_ = false;
  bool space_used_ = false;
  // A menu or popup was open in the last frame.
  bool popup_was_open_ = false;
  double key_seconds_ = 0;  // time of the last key event
  // When a key was typed last while a text field or a dialog had the focus.
  std::optional<double> typed_at_;
  // A mouse button was pressed on the map and is still held down.
  bool pointer_on_map_ = false;
  // The pane of that press; otherwise the pane under the pointer.
  int pointer_pane_ = 0;

  MenuBar menu_;
  CellMenu cell_menu_;
  LeftPanel left_;
  EventLabels labels_;
  Timeline timeline_;
  Dialogs dialogs_;
  ChartWindow chart_;
  // A chart is drawn in place of the views: a page (FeatureChart::page), or the chart of a card.
  bool chart_fills_ = false;
  // Where the splitter was grabbed that is being dragged, in pixels from its edge.
  float splitter_grab_ = 0;
  // Time at which the presentation began, in seconds; below 0: there is none.
  double presentation_since_ = -1;
  std::string presentation_hint_;
};

}  // namespace strata
