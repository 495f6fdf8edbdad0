// Purpose: FigureOptions says how a figure is made of the map view. Commands and the dialog write it as words.
// Units: Millimetres and points (1/72 inch) on paper, pixels in a PNG.
// Errors: "KEY: reason" for a word that cannot be used.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

enum class FigureGround : uint8_t { kView, kWhite, kDark, kNone };
enum class FigureArea : uint8_t { kView, kAll, kSelection };
inline constexpr std::string_view kGroundWords[] = {"view", "white", "dark", "none"};
inline constexpr std::string_view kAreaWords[] = {"view", "all", "selection"};

struct FigureOptions {
  FigureGround ground = FigureGround::kView;
  FigureArea area = FigureArea::kView;
  bool grey = false;               // all colours are greys of the same lightness
  std::optional<bool> legend;      // nullopt: there is one if the view has one
  double scale = 1;                // pixels of a PNG for one of the view; of the other kinds the size on paper
  std::optional<double> width_mm;  // of the figure on paper; nullopt: that of the view on a screen of 96 pixels an inch
  std::optional<int> width_pixels;
  std::optional<double> zoom;  // pixels of a cell as the view would draw it; nullopt: as it does, or as it fits
  double stroke = 0;           // points; no line is thinner
  int view = 1;                // of several views, from 1; kEveryView: all of them, side by side
  std::string caption;         // below the figure; empty: none. "sentence" stands for that of the step
  bool dark_page = false;      // no word sets it: the ground is that of a view whose theme is dark
  int caption_lines = 0;       // no word sets it: the caption has room for so many lines, and no more; 0: as it needs
  friend bool operator==(const FigureOptions&, const FigureOptions&) = default;
};

inline constexpr int kEveryView = 0;
inline constexpr double kMinFigureScale = 0.1, kMaxFigureScale = 32, kMaxFigureMillimetres = 5000,
                        kMaxFigureStroke = 20;

// Reads KEY VALUE KEY VALUE ...
Result<FigureOptions> figure_options(std::span<const std::string> words);
// Returns the words that give these options; those that are as usual are left out.
std::vector<std::string> figure_words(const FigureOptions& options);

}  // namespace strata
