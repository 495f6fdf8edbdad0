// Selection, clipboard and the floating piece.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/features/selection/selection.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/link_lines.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "core/base/work_count.hpp"
#include "core/io/cell_weights.hpp"
#include "core/io/movingai.hpp"

namespace strata {

namespace {

constexpr double kAntSteps = 8;  // animation steps per second
// A piece with more cells than this does not go to the system's clipboard.
constexpr uint64_t kClipboardCells = 1u << 20;

// Takes the lines of links off the end of a piece's text and returns them.
std::string_view take_link_lines(std::string_view& text) {
  const std::string_view whole = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  size_t begin = whole.size();
  while (begin > 0) {
    const size_t end = begin == whole.size() ? begin : begin - 1;
    const size_t line = end == 0 ? 0 : whole.rfind('\n', end - 1) + 1;
    if (!whole.substr(line).starts_with("link ")) break;
    begin = line;
  }
  if (begin < whole.size()) text = whole.substr(0, begin);
  return whole.substr(begin);
}

}  // namespace

Rect RubberBand::cells() const {
  return {std::min(from.x, to.x), std::min(from.y, to.y), std::max(from.x, to.x) + 1, std::max(from.y, to.y) + 1};
}

std::string piece_text(const MapPiece& piece) {
  count_work(piece.letters.size());
  std::string text = fmt::format("type octile\nheight {}\nwidth {}\nmap\n", piece.height, piece.width);
  text.reserve(text.size() + piece.letters.size() + static_cast<size_t>(piece.height));
  for (int y = 0; y < piece.height; ++y) {
    for (int x = 0; x < piece.width; ++x) {
      const char letter = piece.at(x, y);
      text += letter == MapPiece::kMissing ? kMissingLetter : letter;
    }
    text += '\n';
  }
  text += format_weights(piece.weights, piece.width);
  for (const LinkText& link : link_texts(piece.links, piece.width)) text += link_text(link) + "\n";
  return text;
}

Result<MapPiece> piece_of_text(const std::string& text) {
  count_work(text.size());
  std::string_view rows = text;
  const std::string_view lines = take_link_lines(rows);
  Result<LoadedMap> read = parse_map(rows, "clipboard");
  if (!read) return read.error();
  const GridMap& map = read.value().map;
  STRATA_TRY(links, links_of_lines(lines, "clipboard, in its links", map));
  MapPiece piece{map.width(),
                 map.height(),
                 {map.letters().begin(), map.letters().end()},
                 {map.weights().begin(), map.weights().end()}};
  piece.links.set(links);
  for (char& letter : piece.letters) letter = letter == kMissingLetter ? MapPiece::kMissing : letter;
  return piece;
}

// --- Selection ---------------------------------------------------------------------------------------------------

void SelectionController::set_selection(CellSet cells) {
  bounds_ = cells.bounds();
  count_ = cells.count();
  selection_ = std::make_shared<const CellSet>(std::move(cells));
  ++version_;
}

void SelectionController::select(const CellSet& cells, SelectMode mode) {
  CellSet chosen = mode == SelectMode::kReplace || !selected() ? CellSet(cells.width(), cells.height()) : *selection_;
  if (mode == SelectMode::kRemove) {
    chosen.remove(cells);
  } else {
    chosen.add(cells);
  }
  set_selection(std::move(chosen));
}

void SelectionController::invert() {
  CellSet others = selected() ? *selection_ : CellSet(world_->map().width(), world_->map().height());
  others.invert();
  set_selection(std::move(others));
}

Status SelectionController::wand(Cell cell, SelectMode mode) {
  const GridMap& map = world_->map();
  return lab_.large_map_task().run(lab_.large_map_task().is_large(map.cell_count()), "Selecting the connected area",
                                   [this, &map, cell, mode](JobControl&) -> LargeMapTask::FinishStep {
                                     auto found = std::make_shared<const CellSet>(connected_area(map, cell));
                                     return [this, found, mode] {
                                       select(*found, mode);
                                       return success();
                                     };
                                   });
}

uint64_t SelectionController::ants() const {
  return options_.fixed_clock ? 0 : static_cast<uint64_t>(state_.seconds * kAntSteps);
}

// The outline is animated while there is a selection, a floating piece or a rectangle.
Activity SelectionController::activity() const {
  const bool marches = !options_.fixed_clock && (selected() || floating_ || rubber_);
  return marches ? Activity::kEndless : Activity::kIdle;
}

void SelectionController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther) return;
  floating_.reset();
  rubber_.reset();
  drag_.reset();
  set_selection(CellSet(world_->map().width(), world_->map().height()));
}

// --- Reasons why a command is impossible ---------------------------------------------------------------------------

std::string_view SelectionController::why_no_piece() const {
  return floating_ || selected() ? "" : "nothing is selected";
}
std::string_view SelectionController::why_no_selection() const { return selected() ? "" : "nothing is selected"; }
std::string_view SelectionController::why_no_floating() const {
  return floating_ ? "" : "no piece floats over the map: paste one, or move what is selected";
}
std::string_view SelectionController::why_no_paste() const {
  return copied_.piece || lab_.host().get_clipboard ? "" : "nothing was copied";
}
// --- Clipboard ---------------------------------------------------------------------------------------------------

Status SelectionController::copy() { return copy_then(success); }
Status SelectionController::cut() {
  return copy_then([this] { return erase("Cut"); });
}

Status SelectionController::copy_then(std::function<Status()> then) {
  const GridMap& map = world_->map();
  const std::shared_ptr<const MapPiece> piece = floating_ ? floating_->piece : nullptr;
  const bool by_file = lab_.scripts().foreign();
  const bool to_system = lab_.host().set_clipboard != nullptr && !by_file;
  return lab_.large_map_task().run(
      is_large(piece ? piece->letters.size() : count_), "Copying what is selected",
      [this, &map, piece, by_file, to_system, cells = selection_,
       then = std::move(then)](JobControl&) -> LargeMapTask::FinishStep {
        const auto copied = piece ? piece : std::make_shared<const MapPiece>(cut_out(map, *cells));
        std::string text = to_system && copied->letters.size() <= kClipboardCells ? piece_text(*copied) : std::string();
        return [this, copied, by_file, text = std::move(text), then] {
          if (by_file) {
            copied_by_file_ = {copied, lab_.state().world_version, {}};
          } else {
            note_copied(copied, text);
          }
          return then();
        };
      });
}

// Stores a copied piece. `text` is also put on the system's clipboard, unless it is empty.
void SelectionController::note_copied(std::shared_ptr<const MapPiece> piece, const std::string& text) {
  copied_ = {std::move(piece), lab_.state().world_version, {}};
  if (lab_.host().set_clipboard && !text.empty()) {
    lab_.host().set_clipboard(text);
  } else if (lab_.host().set_clipboard) {
    lab_.say(
        MessageKind::kInfo,
        fmt::format("{} x {} cells are copied within this window: for the clipboard of the system they are too many",
                    copied_.piece->width, copied_.piece->height));
  }
  if (lab_.host().get_clipboard) copied_.clipboard = lab_.host().get_clipboard();
}

// A `text` that is given comes from the command, or another program or window has put it on the clipboard since the
// last copy. Commands from a file may paste only what such commands, or the user in this window, have copied.
Status SelectionController::paste(std::optional<Cell> at, const std::string* text) {
  const bool by_file = lab_.scripts().foreign();
  const CopiedPiece& copied = by_file && copied_by_file_.piece ? copied_by_file_ : copied_;
  const bool asks_system = text == nullptr && !by_file && lab_.host().get_clipboard;
  std::string given = text != nullptr ? *text : asks_system ? lab_.host().get_clipboard() : std::string();
  if (text == nullptr && given == copied.clipboard) given.clear();
  const bool told = text != nullptr || !given.empty();
  if (!told && !copied.piece) return error_at("", "nothing was copied");
  const bool other_map = copied.world != lab_.state().world_version;
  const uint64_t work = told ? given.size() : other_map ? copied.piece->letters.size() : 0;
  return lab_.large_map_task().run(
      work > kPartCells, "Pasting",
      [this, at, given = std::move(given), told, commanded = text != nullptr, other_map,
       copied = copied.piece](JobControl&) -> LargeMapTask::FinishStep {
        std::shared_ptr<const MapPiece> piece = copied;
        std::string said;
        Result<MapPiece> read = told ? piece_of_text(given) : Result<MapPiece>(error_at("", "nothing was copied"));
        if (read) piece = std::make_shared<const MapPiece>(std::move(read.value()));
        if (!read && (commanded || !piece)) {
          return [error = read.error()]() -> Status { return error; };
        }
        if (read || other_map) said = piece_text(*piece);
        return [this, at, piece, said]() -> Status {
          pasted_text_ = said;
          set_floating(FloatingPiece{piece, at ? *at : place_in_view(*piece), nullptr});
          return success();
        };
      });
}

// Returns the position for a piece: centred in the view, and inside the map if it fits.
Cell SelectionController::place_in_view(const MapPiece& piece) const {
  const GridMap& map = world_->map();
  const auto place = [](double middle, int side, int room) {
    const int first = static_cast<int>(std::lround(middle - side / 2.0));
    return side >= room ? (room - side) / 2 : std::clamp(first, 0, room - side);
  };
  return {place(state_.camera.center_x, piece.width, map.width()),
          place(state_.camera.center_y, piece.height, map.height())};
}

// --- The floating piece --------------------------------------------------------------------------------------------

void SelectionController::set_floating(std::optional<FloatingPiece> piece) {
  floating_ = std::move(piece);
  ++version_;
}

bool SelectionController::is_large(uint64_t cells) const {
  return cells > kPartCells && lab_.large_map_task().is_large(world_->map().cell_count());
}

Status SelectionController::change_piece(std::string title, PieceTransform make, Cell by) {
  const GridMap& map = world_->map();
  if (!floating_ && !selected()) return success();
  const FloatingPiece now = floating_ ? *floating_ : FloatingPiece{nullptr, {bounds_.x0, bounds_.y0}, selection_};
  const uint64_t cells = now.piece ? (make ? now.piece->letters.size() : 0)
                                   : static_cast<uint64_t>(bounds_.width()) * static_cast<uint64_t>(bounds_.height());
  return lab_.large_map_task().run(
      is_large(cells), std::move(title),
      [this, &map, now, make = std::move(make), by](JobControl&) -> LargeMapTask::FinishStep {
        FloatingPiece next = now;
        if (!next.piece) next.piece = std::make_shared<const MapPiece>(cut_out(map, *next.from));
        if (make) {
          auto made = std::make_shared<const MapPiece>(make(*next.piece));
          next.at.x += (next.piece->width - made->width) / 2;
          next.at.y += (next.piece->height - made->height) / 2;
          next.piece = std::move(made);
        }
        const auto moved = [](int place, int way) {
          return way == 0 ? place : std::clamp(place + way, -GridMap::kMaxSide, 2 * GridMap::kMaxSide);
        };
        next.at = {moved(next.at.x, by.x), moved(next.at.y, by.y)};
        return [this, next] {
          set_floating(next);
          return success();
        };
      });
}

Status SelectionController::move(int dx, int dy) { return change_piece("Lifting the piece", nullptr, {dx, dy}); }

Status SelectionController::mirror(bool upside_down) {
  return change_piece("Mirroring the piece",
                      [upside_down](const MapPiece& piece) { return mirrored(piece, upside_down); });
}

Status SelectionController::rotate(bool right) {
  return change_piece("Rotating the piece", [right](const MapPiece& piece) { return rotated(piece, right); });
}

// Changes the map as one stroke: the cells in `clear` get the letter and lose their weights and links,
// unless `only_letters` change; the cells of the piece get their own letters, weights and links. On a large map a
// thread computes which cells differ.
Status SelectionController::apply(std::string name, std::string title, std::shared_ptr<const CellSet> clear,
                                  char letter, std::shared_ptr<const MapPiece> piece, Cell at, EditFollowUp follow,
                                  bool only_letters) {
  const GridMap& map = world_->map();
  const uint64_t cells = (clear ? clear->count() : 0) + (piece ? piece->letters.size() : 0);
  return lab_.large_map_task().run(
      is_large(cells), std::move(title),
      [this, &map, name = std::move(name), clear, letter, piece, at, only_letters,
       follow = std::move(follow)](JobControl&) -> LargeMapTask::FinishStep {
        auto edits =
            std::make_shared<std::vector<Edit>>(edits_of(map, {clear.get(), letter, piece.get(), at, only_letters}));
        std::function<void()> then = follow ? follow() : nullptr;
        return [this, name, edits, then] { return lab_.strokes().whole_in_parts(name, std::move(*edits), then); };
      });
}

Status SelectionController::put_down() {
  const FloatingPiece piece = *floating_;
  const GridMap& map = world_->map();
  return apply(piece.from ? "Move" : "Paste", "Putting the piece down", piece.from,
               lab_.strokes().letter_of(Terrain::kGround), piece.piece, piece.at, [this, piece, &map] {
                 const auto cells =
                     std::make_shared<CellSet>(cells_of(*piece.piece, piece.at, map.width(), map.height()));
                 return [this, cells] {
                   set_floating({});
                   set_selection(std::move(*cells));
                 };
               });
}

Status SelectionController::erase(std::string name) {
  if (floating_ && !floating_->from) {
    give_up();
    return success();
  }
  const std::shared_ptr<const CellSet> cells = floating_ ? floating_->from : selection_;
  return apply(std::move(name), "Deleting what is selected", cells, lab_.strokes().letter_of(Terrain::kGround), nullptr,
               {}, [this] { return [this] { set_floating({}); }; });
}

Status SelectionController::fill(Terrain terrain) {
  const char letter = lab_.strokes().letter_of(terrain);
  if (floating_) {
    return change_piece("Filling the piece", [letter](const MapPiece& piece) {
      MapPiece filled = piece;
      strata::fill(filled, letter);
      return filled;
    });
  }
  return apply("Fill selection", "Filling what is selected", selection_, letter, nullptr, {}, {}, true);
}

// --- The mouse ---------------------------------------------------------------------------------------------------

PressResult SelectionController::press(const PointerEvent& event, Cell cell) {
  if (event.button != 0) return PressResult::kIgnored;
  const bool own_tool = state_.tool == kAreaTool || state_.tool == kWandTool;
  if (floating_) {
    if (!floating_->box().contains(cell)) {
      lab_.run("piece.drop");
      return PressResult::kDone;
    }
    drag_ = PieceDrag{.pressed = cell, .before = floating_};
    return PressResult::kDrag;
  }
  if (!own_tool) return PressResult::kIgnored;
  const SelectMode mode = event.shift ? SelectMode::kAdd : event.alt ? SelectMode::kRemove : SelectMode::kReplace;
  if (mode == SelectMode::kReplace && selected() && selection_->contains(cell)) {
    drag_ = PieceDrag{.pressed = cell};
    return PressResult::kDrag;
  }
  if (state_.tool == kWandTool) {
    static constexpr const char* kWords[] = {"", " add", " remove"};
    if (world_->map().contains(cell)) {
      lab_.run(fmt::format("select.wand {} {}{}", cell.x, cell.y, kWords[static_cast<size_t>(mode)]));
    }
    return PressResult::kDone;
  }
  rubber_ = RubberBand{cell, cell, mode};
  ++version_;
  return PressResult::kDrag;
}

void SelectionController::drag(const PointerEvent&, Cell cell, bool moved) {
  if (rubber_) {
    if (!(rubber_->to == cell)) ++version_;
    rubber_->to = cell;
    return;
  }
  if (!drag_ || !moved) return;
  const Cell by{cell.x - drag_->pressed.x, cell.y - drag_->pressed.y};
  const Cell more{by.x - drag_->by.x, by.y - drag_->by.y};
  if (more == Cell{}) return;
  drag_->by = by;
  drag_->began = true;
  // A large selection is cut out when the mouse button is released: until then only its outline moves.
  const auto cells = static_cast<uint64_t>(bounds_.width()) * static_cast<uint64_t>(bounds_.height());
  if (!floating_ && is_large(cells)) {
    ++version_;
    return;
  }
  (void)move(more.x, more.y);
}

// Ends a drag, which counts as one command: the floating piece is put back to where the drag began, and the
// command then moves it.
void SelectionController::drop(bool keep) {
  if (const std::optional<RubberBand> rubber = std::exchange(rubber_, std::nullopt)) {
    ++version_;
    if (!keep) return;
    const bool clicked = rubber->from == rubber->to && rubber->mode == SelectMode::kReplace;
    static constexpr const char* kWords[] = {"", " add", " remove"};
    if (clicked) {
      if (selected()) lab_.run("select.none");
    } else {
      lab_.run(fmt::format("select.rectangle {} {} {} {}{}", rubber->from.x, rubber->from.y, rubber->to.x, rubber->to.y,
                           kWords[static_cast<size_t>(rubber->mode)]));
    }
    return;
  }
  const std::optional<PieceDrag> drag = std::exchange(drag_, std::nullopt);
  if (!drag) return;
  const bool moved = !(drag->by == Cell{});
  if (drag->began) set_floating(drag->before);
  // A drag that ends where it began needs no command.
  if (!keep || drag->began != moved) return;
  if (moved) {
    lab_.run(fmt::format("piece.move {} {}", drag->by.x, drag->by.y));
  } else if (!floating_ && state_.tool == kWandTool) {
    lab_.run(fmt::format("select.wand {} {}", drag->pressed.x, drag->pressed.y));
  } else if (!floating_) {
    lab_.run("select.none");
  } else {
    lab_.run("piece.drop");
  }
}

bool SelectionController::cancel() {
  if (floating_) {
    lab_.run("piece.discard");
  } else if (selected()) {
    lab_.run("select.none");
  } else {
    return false;
  }
  return true;
}

// --- The log -----------------------------------------------------------------------------------------------------

bool SelectionController::puts_down_before(const CommandInfo& command) {
  using enum CommandGroup;
  return (command.keeps & keeps::kSetting) == 0 && (command.does & does::kLeavesPiece) == 0 &&
         command.group != kSearch && command.group != kView && command.group != kPlayback;
}

void SelectionController::before_command(const CommandInfo& command) {
  if (floating_ && puts_down_before(command)) (void)lab_.execute("piece.drop");
}

Command SelectionController::pasted(const Command& command) const {
  if (!floating_) return command;
  Command pasted{command.name, {fmt::format("{},{}", floating_->at.x, floating_->at.y)}};
  if (!pasted_text_.empty()) pasted.args.push_back(pasted_text_);
  return pasted;
}

std::any SelectionController::content() const {
  return SceneState{selection_, floating_, copied_, copied_.world == lab_.state().world_version, pasted_text_};
}

void SelectionController::take_content(const std::any& content) {
  const auto& own = std::any_cast<const SceneState&>(content);
  set_selection(*own.selection);
  set_floating(own.floating);
  copied_ = own.copied;
  copied_.world = own.copied_here ? lab_.state().world_version : 0;
  pasted_text_ = own.pasted_text;
}

void SelectionController::dump(nlohmann::json& out) const {
  const auto box = [](const Rect& r) { return nlohmann::json{r.x0, r.y0, r.x1, r.y1}; };
  out["selection"] = {{"cells", count_}};
  if (selected()) out["selection"]["box"] = box(bounds_);
  if (!floating_) return;
  out["floating"] = {{"box", box(floating_->box())}, {"moved", floating_->from != nullptr}};
}

}  // namespace strata
