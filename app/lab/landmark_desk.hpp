// Purpose: Landmarks on the screen: where they are placed, dragged, and how far their rebuild is.
#pragma once

#include <optional>
#include <string>

#include "app/lab/lab_part.hpp"

namespace strata {

class LandmarkDesk : public LabPart {
 public:
  explicit LandmarkDesk(Lab& lab) : LabPart(lab) {}

  bool fit(const GridMap& map, const LandmarkOptions& options);  // into memory; says so if not
  Status place(const LandmarkOptions& options);
  std::string placed_line(const LandmarkOptions& options) const;
  std::optional<LandmarkOptions> placed() const;  // as if each had been placed where it is; nothing: unknown
  bool current() const;                           // they are as they were asked for, and exact
  void read();                                    // what the screen says of them
  bool follow();                                  // true if they have changed since the last look
  void grab(const PointerEvent& event);
  void drag(Cell cell);
  void drop(bool keep);

 private:
  static std::string too_many(const GridMap& map, const LandmarkOptions& options);

  uint64_t version_ = 0;
  LandmarkOptions before_drag_;  // with `placed`
};

}  // namespace strata
