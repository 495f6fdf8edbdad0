// Purpose: The gallery of the papers' figures: it opens cards (figure_card.hpp), goes to the next and the one before,
//          and brings back what was open before the first of them.
// Errors: A card that cannot be opened, as "FILE:LINE: reason".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/features/gallery/figure_card.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab_home.hpp"

namespace strata {

struct PanelDialog;
struct FeaturePanel;

extern const Feature kGalleryFeature;
PanelDialog gallery_dialog();
FeaturePanel gallery_panel();

class GalleryController : public FeatureController {
 public:
  explicit GalleryController(Lab& lab) : FeatureController(lab) {}

  // Returns the cards of the program's folder, which is read when they are first asked for.
  const std::vector<FigureCard>& cards();
  // Returns why the folder could not be read; empty: it could.
  const std::string& problem() const { return problem_; }
  const FigureCard* card_named(std::string_view id);
  // Returns the card that is open, until another map is opened; null: none is.
  const FigureCard* open_card() const { return open_; }

  // Opens a card: a fresh lab's settings, then the card's commands. With `prove`, its asserts are carried out as well.
  Status open(const FigureCard& card, bool prove = false);
  Status open_own(FigureCard card);  // the same for a card of a file of the user's own
  // Returns the card `by` places after the open one, round the ends; null: none is open.
  const FigureCard* neighbour(int by);
  // Whether the map is as the open card has painted it, so that nobody's work is lost with it.
  bool as_opened() const;
  // Brings back the map, the settings and the view from before the first card.
  void leave();

  void map_changed(const MapChange& change) override;
  void dump(nlohmann::json& out) const override;

 private:
  Status reset();
  Status carry_out(const FigureCard& card, bool prove);

  std::optional<std::vector<FigureCard>> cards_;
  std::string problem_;
  std::unique_ptr<FigureCard> own_;  // the last card of a file of the user's own; null: there was none
  const FigureCard* open_ = nullptr;
  bool opening_ = false;
  uint64_t opened_revision_ = 0;  // of the map, when the card had been opened
  std::optional<LabHome> home_;   // what was open before the first card
};

GalleryController& gallery_controller(const Lab& lab);

}  // namespace strata
