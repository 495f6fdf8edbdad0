// Purpose: FigureOptions are the options of a figure of the map view. Commands and the dialog write them as
//          KEY VALUE words.
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

enum class FigureBackground : uint8_t { kView, kWhite, kDark, kNone };
enum class FigureArea : uint8_t { kView, kAll, kSelection };
inline constexpr std::string_view kGroundWords[] = {"view", "white", "dark", "none"};
inline constexpr std::string_view kAreaWords[] = {"view", "all", "selection"};

struct FigureOptions {
  FigureBackground ground = FigureBackground::kView;
  FigureArea area = FigureArea::kView;
  // All colours are replaced by greys of the same lightness.
  bool grey = false;
  // The figure has a legend; nullopt: it has one if the view shows one.
  std::optional<bool> legend;
  // For a PNG, the number of its pixels per pixel of the view; for other files, a factor on the size on paper.
  double scale = 1;
  std::optional<double> width_mm;  // width on paper; nullopt: the view's width on a screen with 96 pixels per inch
  std::optional<int> width_pixels;
  // Pixels of the view per cell; nullopt: the zoom of the view, or one that fits.
  std::optional<double> zoom;
  // Minimum width of lines in points.
  double stroke = 0;
  int view = 1;  // number of the view, from 1; kEveryView: all views side by side
  // Text below the figure; empty: none. "sentence" stands for the sentence about the event at the cursor.
  std::string caption;
  // Number of lines that the caption has room for; 0: as many as it needs. No word sets this option.
  int caption_lines = 0;
  friend bool operator==(const FigureOptions&, const FigureOptions&) = default;
};

inline constexpr int kEveryView = 0;
inline constexpr double kMinFigureScale = 0.1, kMaxFigureScale = 32, kMaxFigureMillimetres = 5000,
                        kMaxFigureStroke = 20;

// Parses words of the form KEY VALUE KEY VALUE ...
Result<FigureOptions> figure_options(std::span<const std::string> words);
// Returns the words that stand for these options. Options with their default values are left out.
std::vector<std::string> figure_words(const FigureOptions& options);

}  // namespace strata
