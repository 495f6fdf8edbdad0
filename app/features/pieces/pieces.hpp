// Purpose: Pieces of the map: cells are selected, copied, moved, mirrored and turned, pasted, filled and deleted.
// How: A piece that is pasted or moved floats over the map until it is put down. The map changes only then, as one step
//      of the undo history. Commands that edit the map in another way put it down first. Undo after that takes it back.
// Units: Cells.
// Threads: As for FeatureController. On a large map a thread finds out what changes, see LargeMapTask.
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
#include "core/grid/cell_set.hpp"
#include "core/grid/map_piece.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kPiecesFeature;
extern const Feature kWandFeature;  // the row of the second tool
FeaturePanel pieces_panel();
FeaturePanel wand_panel();
extern const FeatureTool kAreaTool;
extern const FeatureTool kWandTool;
extern const std::array<PaintStep, 1> kPiecesPaint;
extern const std::array<FeatureCommand, 18> kPiecesCommands;
// Where the map lies in a canvas with other sides, by columns and rows of three places: "top-left", "top", ...
inline constexpr std::array<std::string_view, 9> kAnchors = {
    "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"};

// What happens to the cells that were selected before.
enum class SelectMode : uint8_t { kReplace, kAdd, kRemove };

struct FloatingPiece {
  std::shared_ptr<const MapPiece> piece;
  Cell at;                              // its upper left cell; may lie outside of the map
  std::shared_ptr<const CellSet> from;  // the cells that it is moved away from; null: it was pasted
  Rect box() const { return piece->box(at); }
};

// The rectangle that the mouse draws.
struct RubberBand {
  Cell from, to;
  SelectMode mode = SelectMode::kReplace;
  Rect cells() const;
};

class PiecesController : public FeatureController, public MapInputHandler, public LogContributor {
 public:
  explicit PiecesController(Lab& lab) : FeatureController(lab) {}

  const CellSet& selection() const { return *selection_; }
  bool selected() const { return !bounds_.empty(); }
  uint64_t selected_cells() const { return count_; }
  const Rect& selected_bounds() const { return bounds_; }
  const std::optional<FloatingPiece>& floating() const { return floating_; }
  const std::optional<RubberBand>& rubber() const { return rubber_; }
  // How far the outline of a large selection is dragged, which is cut out when it is let go.
  Cell outline_by() const { return drag_ && !floating_ ? drag_->by : Cell{}; }
  uint64_t version() const { return version_; }  // changes with selection, floating piece and rubber band
  // Steps of the marching ants; they stand still under a fixed clock.
  uint64_t ants() const;

  void select(const CellSet& cells, SelectMode mode);
  void invert();
  Status wand(Cell cell, SelectMode mode);

  // Return why a command cannot be carried out now; empty: it can.
  std::string_view why_no_piece() const;  // nothing is selected, and no piece floats
  std::string_view why_no_selection() const;
  std::string_view why_no_floating() const;
  std::string_view why_no_paste() const;

  Status copy();
  Status cut();
  Status erase(std::string name);  // gives ground to the selection, or takes the floating piece away
  Status fill(Terrain terrain);
  Status paste(std::optional<Cell> at, const std::string* text);
  Status move(int dx, int dy);
  Status mirror(bool upside_down);
  Status rotate(bool right);
  Status put_down();
  void give_up() { set_floating({}); }
  // Whether a floating piece is put down before the command: before another one is pasted, and before the map is edited
  // in another way, saved or replaced. That stands even if the command is refused. Settings leave the piece as it is.
  static bool puts_down_before(const CommandInfo& command);

  void map_changed(const MapChange& change) override;
  Activity activity() const override;
  MapInputHandler* pointer() override { return this; }
  LogContributor* log_contributor() override { return this; }
  Press press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  bool cancel() override;
  void before_command(const CommandInfo& command) override;
  void rewrite_for_log(Command& command) const override;
  void dump(nlohmann::json& out) const override;

 private:
  // A drag of the selection or of the floating piece.
  struct PieceDrag {
    Cell pressed;
    Cell by;                              // how far it was dragged
    std::optional<FloatingPiece> before;  // what floated when the drag began
    bool began = false;                   // it was moved, even if it is back where it was
  };

  void set_selection(CellSet cells);
  void set_floating(std::optional<FloatingPiece> piece);
  bool is_large(uint64_t cells) const;  // too many for the main thread, which goes on meanwhile
  // The selection floats from then on, unless a piece does, in the form that `make` gives it, about the same middle.
  // Null: it stays as it is.
  using Make = std::function<MapPiece(const MapPiece&)>;
  Status change_piece(std::string title, Make make, Cell by = {});
  // Prepares what follows an edit: called in the thread, it returns what the main thread does then.
  using Follow = std::function<std::function<void()>()>;
  Status apply(std::string name, std::string title, std::shared_ptr<const CellSet> clear, char letter,
               std::shared_ptr<const MapPiece> piece, Cell at, Follow follow);
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

  struct Copied {
    std::shared_ptr<const MapPiece> piece;  // null: nothing was copied
    uint64_t world = 0;                     // the world in which it was copied
    std::string clipboard;                  // text of the system's clipboard when it was copied
  };
  Copied copied_;
  Copied copied_by_file_;    // what the commands of a lesson or a card have copied, which is theirs alone
  std::string pasted_text_;  // the text of the last pasted piece, if the log does not say what was copied
};

PiecesController& pieces_controller(const Lab& lab);

// The text of a piece as a map; missing cells are kMissingLetter.
inline constexpr char kMissingLetter = '_';
std::string piece_text(const MapPiece& piece);
Result<MapPiece> piece_of_text(const std::string& text);

}  // namespace strata
