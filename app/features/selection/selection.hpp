// Purpose: SelectionController edits pieces of the map: cells are selected, copied, moved, mirrored, rotated, pasted,
//          filled and deleted.
// How: A pasted or moved piece floats over the map until it is put down. Only then does the map change, as one undo
//      step. Commands that edit the map otherwise put the piece down first.
// Units: Cells.
// Threads: As for FeatureController. On a large map a thread computes the changed cells, see LargeMapTask.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/draw/painter.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/scene_state_provider.hpp"
#include "core/grid/cell_set.hpp"
#include "core/grid/map_piece.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kSelectionFeature;
// The feature that adds the magic wand, the second tool for selecting.
extern const Feature kWandFeature;
FeaturePanel selection_panel();
extern const FeatureTool kAreaTool;
extern const FeatureTool kWandTool;
extern const std::array<PaintStep, 1> kSelectionPaint;
extern const std::array<FeatureCommand, 18> kSelectionCommands;
// Names of the places where the old map lies in a map that was resized.
inline constexpr std::array<std::string_view, 9> kAnchors = {
    "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"};

// How a new selection is combined with the previous one.
enum class SelectMode : uint8_t { kReplace, kAdd, kRemove };

struct FloatingPiece {
  std::shared_ptr<const MapPiece> piece;
  Cell at;  // position of its upper left cell, possibly outside the map
  // The cells that the piece was moved from; null: it was pasted.
  std::shared_ptr<const CellSet> from;
  Rect box() const { return piece->box(at); }
};

// The rectangle that the user is drawing with the mouse to select cells.
struct RubberBand {
  Cell from, to;
  SelectMode mode = SelectMode::kReplace;
  Rect cells() const;
};

// The controller of the selected cells, which are a set of any shape, and of the piece that floats over the map.
class SelectionController : public FeatureController,
                            public MapInputHandler,
                            public LogContributor,
                            public SceneStateProvider {
 public:
  explicit SelectionController(Lab& lab) : FeatureController(lab) {}

  const CellSet& selection() const { return *selection_; }
  bool selected() const { return !bounds_.empty(); }
  uint64_t selected_cells() const { return count_; }
  const Rect& selected_bounds() const { return bounds_; }
  const std::optional<FloatingPiece>& floating() const { return floating_; }
  const std::optional<RubberBand>& rubber() const { return rubber_; }
  // While a large selection is dragged, only its outline moves. Returns how far it has moved. The cells are cut out
  // when the mouse button is released.
  Cell outline_by() const { return drag_ && !floating_ ? drag_->by : Cell{}; }
  uint64_t version() const { return version_; }  // changes with selection, floating piece and rectangle
  // Returns a number by which the dashes of the selection's outline are shifted, so that they appear to move. It is
  // constant with a fixed clock.
  uint64_t ants() const;

  void select(const CellSet& cells, SelectMode mode);
  void invert();
  Status wand(Cell cell, SelectMode mode);

  // Each of these functions returns why a command cannot be executed now; empty: it can.
  // Returns why commands that need a piece are refused: nothing is selected, and no piece floats.
  std::string_view why_no_piece() const;
  std::string_view why_no_selection() const;
  std::string_view why_no_floating() const;
  std::string_view why_no_paste() const;

  Status copy();
  Status cut();
  Status erase(std::string name);  // fills the selection with ground, or deletes the floating piece
  Status fill(Terrain terrain);
  Status paste(std::optional<Cell> at, const std::string* text);
  Status move(int dx, int dy);
  Status mirror(bool upside_down);
  Status rotate(bool right);
  Status put_down();
  void give_up() { set_floating({}); }
  // Returns whether the command first puts a floating piece down: commands that paste, edit, save or replace the map
  // do. The piece stays down even if the command is refused. Settings leave the piece floating.
  static bool puts_down_before(const CommandInfo& command);

  void map_changed(const MapChange& change) override;
  Activity activity() const override;
  PressResult press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  bool cancel() override;
  void before_command(const CommandInfo& command) override;
  // Returns the command for the log. It says where the piece was pasted, and contains the cells of the piece if no line
  // of the log has copied them.
  Command pasted(const Command& command) const;
  void dump(nlohmann::json& out) const override;

 private:
  std::any content() const override;
  void take_content(const std::any& content) override;
  // A drag of the selection or of the floating piece.
  struct PieceDrag {
    Cell pressed;
    // How far the pointer has moved since the press, in cells.
    Cell by{};
    // The floating piece at the beginning of the drag; nullopt: none.
    std::optional<FloatingPiece> before{};
    // The selection or piece has moved at least once since the press.
    bool began = false;
  };

  void set_selection(CellSet cells);
  void set_floating(std::optional<FloatingPiece> piece);
  // Returns whether so many cells are too many to be changed by the main thread within a frame.
  bool is_large(uint64_t cells) const;
  // Replaces the floating piece by the result of `make`, keeping the centre in place. If no piece floats, the
  // selection is cut out and its result floats from then on. `by` moves the piece. If `make` is null, the cells of the
  // piece stay as they are.
  using PieceTransform = std::function<MapPiece(const MapPiece&)>;
  Status change_piece(std::string title, PieceTransform make, Cell by = {});
  // An EditFollowUp is called in the thread that computes an edit. It returns a function that the main thread
  // calls after the edit.
  using EditFollowUp = std::function<std::function<void()>()>;
  Status apply(std::string name, std::string title, std::shared_ptr<const CellSet> clear, char letter,
               std::shared_ptr<const MapPiece> piece, Cell at, EditFollowUp follow, bool only_letters = false);
  Status copy_then(std::function<Status()> then);
  void note_copied(std::shared_ptr<const MapPiece> piece, const std::string& text);
  Cell place_in_view(const MapPiece& piece) const;

  std::shared_ptr<const CellSet> selection_ = std::make_shared<const CellSet>();
  Rect bounds_;
  uint64_t count_ = 0;
  std::optional<FloatingPiece> floating_;
  std::optional<RubberBand> rubber_;
  std::optional<PieceDrag> drag_;
  uint64_t version_ = 1;

  struct CopiedPiece {
    std::shared_ptr<const MapPiece> piece;  // null: nothing was copied
    // Version of the world at the time of copying.
    uint64_t world = 0;
    std::string clipboard;  // text of the system's clipboard at the time of copying
  };
  struct SceneState {
    std::shared_ptr<const CellSet> selection;
    std::optional<FloatingPiece> floating;
    CopiedPiece copied;
    // The cells were copied on the map that the content was stored with.
    bool copied_here = false;
    std::string pasted_text;
  };
  CopiedPiece copied_;
  // What commands of a lesson or a figure card have copied. It is kept apart from what the user has copied.
  CopiedPiece copied_by_file_;
  // The text of the piece that was pasted last, if no line of the command log contains the copied cells.
  std::string pasted_text_;
};

SelectionController& selection_controller(const Lab& lab);

// Returns a piece as the text of a map; cells of its box that do not belong to the piece are written as kMissingLetter.
inline constexpr char kMissingLetter = '_';
std::string piece_text(const MapPiece& piece);
Result<MapPiece> piece_of_text(const std::string& text);

}  // namespace strata
