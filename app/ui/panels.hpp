// Purpose: The panels around the map, drawn with Dear ImGui from the lab's state. A panel never changes the lab by
// itself:
//          it queues command lines, which run between two frames.
// Threads: The main thread.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/lab/command_search.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/file_browser.hpp"
#include "app/ui/panel_layout.hpp"
#include "app/ui/ui_dump.hpp"
#include "app/window/fonts.hpp"
#include "app/window/input.hpp"

namespace strata {

struct FrameTimes {
  double milliseconds = 0;  // of the last frames, smoothed; shown in the status bar
};

struct GuiOptions {
  std::string layout_path;    // empty: the layout is not kept
  std::string maps_folder;    // of the stock maps
  std::string graphs_folder;  // of the stock graphs
  bool fixed_clock = false;
};

class Gui {
 public:
  Gui(Lab& lab, GuiOptions options);

  // Keys become commands; pointer events over the map go to the lab. Between Window::begin_frame and draw.
  void handle_input(const std::vector<InputEvent>& events, const std::vector<std::string>& dropped);
  // All panels. `overlays`: of the panes, for the labels on the map.
  void draw(const Fonts& fonts, float scale, float width, float height, std::span<const Overlay* const> overlays);
  // Boxes of this frame, before draw.
  void arrange_panels(float scale, float width, float height);
  // The map views of this frame, all of one size.
  int pane_count() const { return panes_.count; }
  const Box& pane_box(int pane) const { return panes_.panes[static_cast<size_t>(pane)].map; }

  // A command line, to be run between frames.
  void run(std::string line) { queue_.push_back(std::move(line)); }
  // True if anything ran.
  bool run_queued();
  bool idle() const { return queue_.empty(); }
  // Keeps the layout if it changed.
  void keep_layout();

  void set_frame_milliseconds(double ms) { times_.milliseconds = times_.milliseconds * 0.9 + ms * 0.1; }
  UiDump& dump() { return dump_; }

  // For the panels.
  Lab& lab() { return lab_; }
  const LabState& state() const { return lab_.state(); }
  const Fonts& fonts() const { return *fonts_; }
  float scale() const { return scale_; }
  float px(float ui_pixels) const { return ui_pixels * scale_; }
  PanelLayout& layout() { return layout_; }
  bool enter_pressed() const { return enter_pressed_; }
  const std::vector<int>& keys_pressed() const { return keys_; }  // GLFW keys, of this frame, for dialogs
  bool dialog_open() const { return !modal_.empty(); }
  Status change_layout(const Command& command);  // ui.theme, ui.panel, ui.reset_layout

  // Panels, by file.
  void draw_menu();
  void draw_toolbar();
  void draw_tools();
  void draw_map_tab();
  void draw_agent_tab();
  void draw_hpa_tab();
  void draw_haa_tab();
  void draw_rooms_tab();
  void draw_sectors_tab();
  void draw_landmarks_tab();
  void draw_ch_tab();
  void draw_graph_tab();
  void draw_crowd_tab();
  void draw_crowd_scope();
  void draw_results();
  void draw_comparison();
  void draw_meter();
  void draw_inspector();
  void draw_code();
  void draw_timeline();
  void draw_event_log();
  void draw_status();
  void draw_panes(std::span<const Overlay* const> overlays);
  void draw_dialogs();

 private:
  struct Tab;
  struct Binding {
    KeyChord chord;
    std::string line;
  };
  struct NewMapForm {
    int width = 64, height = 64, terrain = 0;
  };
  struct GenerateForm {
    int kind = 0, width = 128, height = 128, seed = 1, detail = 0;
  };

  void handle_key(const InputEvent& event);
  void handle_pointer(const InputEvent& event);
  void close_top();  // Esc
  MenuContext menu_context() const;
  void draw_menu_entries(const std::vector<MenuEntry>& entries);
  void choose_offer(int chosen, bool runnable, const std::string& typed);
  void step_menu();
  bool open_menu_by_key(const KeyChord& chord);
  int pane_at(float x, float y) const;  // -1: none
  void draw_splitters();
  void draw_pane_header(int pane);
  void draw_map_labels(const Overlay& overlay, int pane);
  void draw_map_notes();
  void draw_presentation_hint();
  void draw_brush();
  void draw_layers();
  void draw_legend_row(Layer layer);
  void draw_legend_rows(std::initializer_list<Layer> layers);  // of a tab
  void draw_heat_legend();
  void draw_clearance_legend();
  void draw_field_legend();
  int draw_tab_rows(std::span<const Tab> tabs, int chosen);  // the one that was clicked; -1: none
  // What a structure costs, or how far it has been built.
  void draw_structure_cost(Structure structure);
  // Why something is not possible, and a button that runs the commands by which it becomes so.
  void draw_remedy(const char* why, const char* button, const char* name, std::string_view lines);
  void draw_landmark_state();
  void draw_landmark_list();
  std::optional<int> choose_graph(const char* name, ChGraph chosen, const char* title);
  void draw_hierarchy_state(Structure structure);
  void draw_hierarchy_view();
  void draw_inspected_hierarchies();
  void draw_inspected_arc();
  void draw_two_way_legend();
  void draw_contraction_legend();
  void draw_drawn_nodes();
  void draw_drawn_edges();
  void draw_level_table();
  void draw_crowd_run();
  void draw_crowd_agents();
  void draw_crowd_capability();
  void draw_crowd_planning();
  void draw_followed();
  void draw_crowd_heat_legend();
  void draw_meter_levels();
  void draw_meter_structures();
  void draw_inspected_agent();
  void draw_inspected_edges();
  void draw_inspected_room();
  void draw_inspected_regions();
  void draw_inspected_landmarks();
  void draw_quality_table();
  void draw_capabilities();
  void slider(const char* label, const char* name, const char* command, int value, int low, int high,
              const char* format, const char* title, const char* help, bool logarithmic = false);
  void switch_box(const char* label, const char* name, const char* command, bool on, const char* help);
  void lay_out_timeline(float width);
  void draw_timeline_bar();
  void draw_phase_legend();
  // Text of an event of the trace; kept, so that an unchanged list formats nothing.
  const char* event_label(size_t index);
  bool modal_button(const char* label, const char* name, bool is_default);
  // Bodies of the dialogs.
  void draw_error_dialog();
  void draw_question();
  void draw_work();
  void draw_new_map();
  void draw_generate();
  void draw_goto();
  void draw_command_search();
  void draw_help();
  void draw_about();
  void draw_export();
  std::string wanted_modal() const;

  Lab& lab_;
  GuiOptions options_;
  UiDump dump_;
  PanelLayout layout_, kept_layout_;
  PanelBoxes boxes_;
  Panes panes_;
  std::vector<std::string> queue_;
  std::vector<std::string> running_;
  std::vector<Binding> bindings_;
  const Fonts* fonts_ = nullptr;
  float scale_ = 1;
  float width_ = 0, height_ = 0;
  float menu_height_ = 0;
  FrameTimes times_;

  // Keyboard and pointer.
  bool enter_pressed_ = false;
  std::vector<int> keys_;
  bool space_held_ = false;
  bool space_used_ = false;
  bool pointer_on_map_ = false;  // a button went down on the map and is still down
  int pointer_pane_ = 0;         // where that was, or where the pointer is
  std::string menu_wanted_;      // to be opened in the next frame, by its name in the dump
  std::string_view menu_open_;   // its name
  std::string_view menu_step_from_;
  int menu_step_ = 0;  // to a neighbouring menu, due in some frames
  int menu_step_frames_ = 0;
  int menu_step_depth_ = 0;

  // Panels' own memory.
  bool painted_before_ = false;  // a painting tool was in hand in the last frame
  bool drew_before_ = false;     // the tool that draws graphs was
  bool placed_before_ = false;   // the tool that places agents was
  std::string_view left_tab_;    // its name in the dump
  struct EventLabel {
    size_t index = static_cast<size_t>(-1);
    uint64_t trace = 0;
    Cost unit = 0;
    std::string text;
  };
  std::array<EventLabel, 256> event_labels_;
  std::vector<float> timeline_edges_;  // of the spans of the trace, pixels
  size_t log_cursor_seen_ = static_cast<size_t>(-1);
  uint64_t log_trace_seen_ = 0;
  float splitter_grab_ = 0;         // of the splitter being dragged: where it was taken hold of
  double presentation_since_ = -1;  // seconds; below 0: the panels are shown
  std::string modal_;
  bool modal_appearing_ = false;
  bool other_button_focused_ = false;
  FileBrowser browser_;
  NewMapForm new_map_;
  GenerateForm generate_;
  int goto_x_ = 0, goto_y_ = 0;
  std::array<char, 256> search_text_{};
  int search_selected_ = 0;
  std::vector<Offer> offers_;  // of the command search that is open
  std::vector<size_t> search_hits_;
  std::string search_reason_, search_reason_for_;  // why Enter did nothing, and for which text
  bool caret_to_end_ = false;
  std::array<char, 128> help_filter_{};
  std::array<char, 1024> export_path_{};
  int export_kind_ = 0;
  std::vector<std::string> stock_maps_, stock_graphs_;
  std::vector<size_t> drawn_rows_;  // edges in the list
  int weight_edge_ = -1;            // whose weight is being typed
  double weight_typed_ = 0;
};

}  // namespace strata
