// Purpose: Contraction hierarchies as a picture of heights: every node is lifted by its rank, and the four terms of the
//          priority of the node that a stepped contraction takes out.
// Source: Sturtevant, Geisberger 2010, whose figure of a line of nodes is drawn so.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/features/ch/contraction_terms.hpp"
#include "app/lab/feature.hpp"

namespace strata {

struct FeaturePanel;

extern const Feature kAltitudeFeature;
FeaturePanel altitude_panel();
extern const FeatureLayer kAltitudeLayer;

// The terms of the last node that the stepped contraction has taken out at the cursor.
class AltitudeController : public FeatureController {
 public:
  explicit AltitudeController(Lab& lab) : FeatureController(lab) {}

  void tick(double) override { follow(); }
  void finish_updates() override { follow(); }
  const std::optional<ContractionTerms>& terms() const { return terms_; }
  const std::string& terms_text() const { return text_; }  // "-1 x 25 + 2 x 60 + 0 x 20 + 1 x 2 = 97"; empty: none
  void dump(nlohmann::json& out) const override;

 private:
  void follow();

  std::vector<ContractionTerms> all_;
  std::optional<ContractionTerms> terms_;
  std::string text_;
  uint64_t trace_ = 0, shown_ = 0;
};

AltitudeController& altitude_controller(const Lab& lab);

}  // namespace strata
