#include "app/features/gallery/gallery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/features/crowd/walk_limit.hpp"
#include "app/features/gallery/card_commands.hpp"
#include "app/lab/document.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/presented_text.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/untrusted_command_scope.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"

namespace strata {
namespace {

constexpr std::string_view kNoCard = "no figure is open: Help > Figures of the papers";

// Asks the user about unsaved work. Changes that the open card itself has made do not count as work.
bool asks_about_work(Lab& lab, const Command& command) {
  // Over a run of show nobody is asked: the user's work was put aside with it.
  if (suspended_work(lab).make_room_for_card()) return false;
  return !gallery_controller(lab).as_opened() && lab.session().ask_unsaved(command);
}

Status open_figure(Lab& lab, const Command& command) {
  const auto args = without_force(command.args);
  if (args.size() != 1) return error_at(command.name, "expects ID|PATH [force]");
  GalleryController& gallery = gallery_controller(lab);
  if (args[0].find('/') != args[0].npos || args[0].ends_with(".figure")) {
    const std::string path = lab.scripts().resolve(args[0]);
    const Result<std::string> text = read_file(path, kMaxCardBytes);
    if (!text) return text.error();
    Result<FigureCard> card = read_figure_card(text.value(), path);
    if (!card) return card.error();
    if (asks_about_work(lab, command)) return success();
    return gallery.open_own(std::move(card.value()));
  }
  const FigureCard* card = gallery.card_named(args[0]);
  if (card == nullptr) {
    if (!gallery.problem().empty()) return error_at("", gallery.problem());
    return error_at("", fmt::format("there is no figure '{}': Help > Figures of the papers lists them", args[0]));
  }
  if (asks_about_work(lab, command)) return success();
  return gallery.open(*card);
}

template <int kBy>
Status open_neighbour(Lab& lab, const Command& command) {
  const FigureCard* card = gallery_controller(lab).neighbour(kBy);
  if (card == nullptr) return error_at("", std::string(kNoCard));
  if (asks_about_work(lab, command)) return success();
  return gallery_controller(lab).open(*card);
}

Status leave_figure(Lab& lab, const Command& command) {
  if (gallery_controller(lab).open_card() == nullptr) return error_at("", std::string(kNoCard));
  if (!gallery_controller(lab).can_leave()) {
    return error_at("", "the figure belongs to a run of show: show.close leaves it");
  }
  if (asks_about_work(lab, command)) return success();
  gallery_controller(lab).leave();
  lab.say(MessageKind::kInfo, fmt::format("{} is open again", lab.state().map_title));
  return success();
}

// clang-format off
constexpr FeatureCommand kGalleryCommands[] = {
    {{"figure.open", "ID|PATH [force]", "Open figure of a paper", CommandGroup::kHelp, 1, 2, "Map, settings, layers and step that rebuild a figure, table or claim: HPA-1a and others, see docs/figures.md, or those of a .figure file"}, open_figure},
    {{"figure.next", "[force]", "Next figure", CommandGroup::kHelp, 0, 1, "The card after the open one in the gallery of figures"}, open_neighbour<1>},
    {{"figure.previous", "[force]", "Previous figure", CommandGroup::kHelp, 0, 1, "The card before the open one in the gallery of figures"}, open_neighbour<-1>},
    {{"figure.leave", "[force]", "Leave the figures", CommandGroup::kHelp, 0, 1, "Brings back the map, the settings and the view from before the first figure, without crowds"}, leave_figure},
};
// clang-format on

constexpr KeyBinding kGalleryKeys[] = {{"Alt+Right", "figure.next", "Next figure"},
                                       {"Alt+Left", "figure.previous", "Previous figure"}};

// Adds the title, the caption and the table of the open card.
void present(const Lab& lab, PresentedPart part, PresentedText& out) {
  const FigureCard* card = gallery_controller(lab).open_card();
  if (part != PresentedPart::kCaption || card == nullptr) return;
  out.add(PresentedLine::Kind::kTitle, fmt::format("{}: {}", card->number, card->title));
  if (!card->caption.empty()) out.add(PresentedLine::Kind::kText, card->caption);
  for (const std::vector<std::string>& row : card->table) {
    const bool head = &row == &card->table.front();
    PresentedLine& line = out.add(head ? PresentedLine::Kind::kHead : PresentedLine::Kind::kRow, row.front());
    line.cells.assign(row.begin() + 1, row.end());
  }
}

}  // namespace

const Feature kGalleryFeature = {
    .name = "gallery",
    .title = "Figures of the papers",
    .commands = kGalleryCommands,
    .keys = kGalleryKeys,
    .present = present,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<GalleryController>(lab);
    },
};

GalleryController& gallery_controller(const Lab& lab) {
  return static_cast<GalleryController&>(lab.controller(kGalleryFeature));
}

bool asks_about_open_card(Lab& lab, const Command& command) {
  const GalleryController& gallery = gallery_controller(lab);
  const bool loses = gallery.open_card() != nullptr && !gallery.as_opened() && !suspended_work(lab).any();
  return loses && lab.session().ask_unsaved(command);
}

const std::vector<FigureCard>& GalleryController::cards() {
  if (cards_) return *cards_;
  cards_.emplace();
  Result<std::vector<FigureCard>> read = read_figure_cards(assets_folder("figures"));
  if (read) {
    *cards_ = std::move(read.value());
  } else {
    problem_ = read.error().message();
  }
  return *cards_;
}

const FigureCard* GalleryController::card_named(std::string_view id) {
  const auto found = std::ranges::find(cards(), id, &FigureCard::id);
  return found == cards().end() ? nullptr : &*found;
}

const FigureCard* GalleryController::neighbour(int by) {
  if (open_ == nullptr) return nullptr;
  const auto count = static_cast<int>(cards().size());
  if (count == 0) return nullptr;
  // A card from the user's own file has no place in the list: its neighbours are the first and the last card.
  const int at = open_ == own_.get() ? (by > 0 ? -1 : 0) : static_cast<int>(open_ - cards().data());
  return &cards()[static_cast<size_t>((at + by + count) % count)];
}

// Executes the commands of a card; its asserts only if `prove`.
Status GalleryController::carry_out(const FigureCard& card, bool prove) {
  const UntrustedCommandScope foreign(lab_);
  if (Status fresh = reset_for_card(lab_); !fresh) return fresh;
  UntrustedWalkLimit walks;
  return run_card_commands(lab_, card.lines, {.file = card.file, .prove = prove}, walks);
}

Status GalleryController::open(const FigureCard& card, bool prove) {
  if (open_ == nullptr) home_.emplace(lab_);
  return show(card, prove);
}

Status GalleryController::open_for_show(const FigureCard& card, bool prove) {
  home_.reset();
  return show(card, prove);
}

Status GalleryController::show(const FigureCard& card, bool prove) {
  opening_ = true;
  suspended_work(lab_).give_borrowed_back();
  Status status = carry_out(card, prove);
  if (!status && can_leave()) leave();
  opening_ = false;
  open_ = status ? &card : nullptr;
  opened_revision_ = world_->map().revision();
  // The last message before it may be about another map.
  if (status) lab_.say(MessageKind::kInfo, fmt::format("{}: {}", card.number, card.title));
  return status;
}

Status GalleryController::open_own(FigureCard card) {
  auto own = std::make_unique<FigureCard>(std::move(card));
  Status opened = open(*own);
  if (!opened) return opened;
  own_ = std::move(own);
  note_own_file(lab_, own_->file);
  return opened;
}

bool GalleryController::as_opened() const {
  const auto documents = lab_.documents();
  return open_ != nullptr && world_->map().revision() == opened_revision_ &&
         std::ranges::none_of(documents, [](const Document* document) { return document->unsaved(); });
}

void GalleryController::leave() {
  const SavedUserWork home = std::move(*home_);
  home_.reset();
  open_ = nullptr;
  const bool before = std::exchange(opening_, true);
  home.restore(lab_);
  opening_ = before;
}

void GalleryController::map_changed(const MapChange& change) {
  if (change.what != MapChange::Kind::kOther || change.resized || opening_) return;
  // A lesson or a run of show that opens its map over the card has borrowed it already.
  if (open_ != nullptr && !lab_.scripts().foreign()) suspended_work(lab_).give_borrowed_back();
  open_ = nullptr;
  home_.reset();
}

void GalleryController::dump(nlohmann::json& out) const {
  out["gallery"] = {{"figure", open_ == nullptr ? std::string() : open_->id}};
}

}  // namespace strata
