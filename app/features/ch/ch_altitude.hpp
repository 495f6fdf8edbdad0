// Purpose: This feature draws a contraction hierarchy as a picture of heights, in which the rank of a node is its
//          height. ContractionPriorityController shows the four priority terms of the node that the stepped contraction
//          contracts.
// Source: Sturtevant, Geisberger 2010, whose figure of a line of nodes looks like this.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/features/ch/contraction_terms.hpp"
#include "app/lab/feature.hpp"

namespace strata {

class Painter;
struct FeaturePanel;

extern const Feature kAltitudeFeature;
FeaturePanel altitude_panel();
extern const FeatureLayer kAltitudeLayer;
// Returns whether the view has nodes by altitude, with their ranks on them.
bool shows_altitudes(const Painter& painter, const Lab& lab);

// Provides the priority terms of the node that the stepped contraction has contracted last at the cursor.
class ContractionPriorityController : public FeatureController {
 public:
  explicit ContractionPriorityController(Lab& lab) : FeatureController(lab) {}

  void tick(double) override { follow(); }
  void finish_updates() override { follow(); }
  const std::optional<ContractionTerms>& terms() const { return terms_; }
  // The text has the form "-1 x 25 + 2 x 60 + 0 x 20 + 1 x 2 = 97": coefficient times value for each term. It is empty
  // if no contracted node is at the cursor.
  const std::string& terms_text() const { return text_; }
  void dump(nlohmann::json& out) const override;

 private:
  void follow();

  std::vector<ContractionTerms> all_;
  std::optional<ContractionTerms> terms_;
  std::string text_;
  uint64_t trace_ = 0, shown_ = 0;
};

ContractionPriorityController& altitude_controller(const Lab& lab);

}  // namespace strata
