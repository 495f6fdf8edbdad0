// Purpose: GalleryController shows the figures of the papers: it opens cards (figure_card.hpp), goes to the next and
//          previous one, and restores the user's work afterwards.
// Errors: "FILE:LINE: reason", for a card that cannot be opened.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/gallery/figure_card.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/saved_user_work.hpp"

namespace strata {

struct PanelDialog;
struct FeaturePanel;

extern const Feature kGalleryFeature;
PanelDialog gallery_dialog();
FeaturePanel gallery_panel();

class GalleryController : public FeatureController {
 public:
  explicit GalleryController(Lab& lab) : FeatureController(lab) {}

  // Returns the cards in the program's own folder. The first call reads them.
  const std::vector<FigureCard>& cards();
  // Returns why the folder of cards could not be read; empty if it could.
  const std::string& problem() const { return problem_; }
  const FigureCard* card_named(std::string_view id);
  // Returns the open card; null if none is open, or another map was opened since.
  const FigureCard* open_card() const { return open_; }

  // Opens a card: resets the settings, then executes the card's commands. `prove`: the card's asserts are executed,
  // too, as in tests.
  Status open(const FigureCard& card, bool prove = false);
  // The same for a run of show, which restores the user's work itself, so that leave() cannot.
  Status open_for_show(const FigureCard& card, bool prove);
  Status open_own(FigureCard card);  // opens a card from a file of the user
  // Returns the card `by` places after the open one, wrapping around; null if none is open.
  const FigureCard* neighbour(int by);
  // Returns whether the map is unchanged since the card was opened, so that closing the card loses no work.
  bool as_opened() const;
  // Restores map, settings and view from before the first card.
  void leave();
  bool can_leave() const { return home_.has_value(); }
  // Returns whether it opens a map at present, for a card or after the last one.
  bool opens_map() const { return opening_; }

  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;

 private:
  Status show(const FigureCard& card, bool prove);
  Status carry_out(const FigureCard& card, bool prove);

  std::optional<std::vector<FigureCard>> cards_;
  std::string problem_;
  std::unique_ptr<FigureCard> own_;  // the last card from a file of the user; null: none
  const FigureCard* open_ = nullptr;
  bool opening_ = false;
  uint64_t opened_revision_ = 0;       // revision of the map after the card was opened
  std::optional<SavedUserWork> home_;  // what was open before the first card; of a card of a run of show nullopt
};

GalleryController& gallery_controller(const Lab& lab);
// Asks the user about what was painted over an open card, which does not come back once a lesson or a run of show is
// opened. Returns true if the command must wait for the answer.
bool asks_about_open_card(Lab& lab, const Command& command);

}  // namespace strata
