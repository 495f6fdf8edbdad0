// Purpose: A Canvas is a page with functions that draw shapes, lines, pictures and text. The same drawing code produces
//          an SVG, a PDF or a PNG file.
// How: Cairo draws. The bytes of the file are collected in memory, so that the caller can write the file atomically.
// Units: Coordinates are units of the page. Page says how many units the page has, and their size on paper.
// Errors: The message of Cairo.
// Threads: A canvas belongs to one thread; several threads may have one canvas each.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/palette.hpp"
#include "core/base/result.hpp"

namespace strata {

enum class FigureKind : uint8_t { kSvg, kPdf, kPng };
// Returns the kind for the extension of the path; nullopt: no figure has this extension.
std::optional<FigureKind> figure_kind(std::string_view path);

struct Page {
  FigureKind kind = FigureKind::kPng;
  double width = 100, height = 100;  // size of the page, units
  double points = 0.75;              // size of a unit on paper, in points (1/72 inch)
  // Size of a unit in a PNG file, in pixels.
  double pixels = 1;
  // Number of SVG units in a unit of the page. Multiples of 1/grid are whole numbers in the file.
  double grid = 1;
  std::string title;
  std::string description;  // metadata of the file: how it was made
  int pixel_width() const;
  int pixel_height() const;
};
inline constexpr int kMaxFigurePixels = 30'000;          // maximum width and height of a PNG
inline constexpr double kMaxFigureArea = 400'000'000.0;  // maximum number of pixels of a PNG

struct StrokeStyle {
  double width = 1;
  // Length of dashes; 0: the line is solid. Gaps are as long, but at most `most_gap`.
  double dash = 0;
  double most_gap = 1e9;
  // The length of the path before this line, so that dashes go on from one line to the next.
  double dash_from = 0;
  bool round = true;  // solid lines have round ends
};

// A picture with one colour (0xAABBGGRR) a pixel.
struct CanvasPicture {
  int width = 0, height = 0;
  std::span<const Rgba> pixels;
};

// The pixels of a page, row-major: bytes R, G, B, A, not premultiplied.
struct CanvasPixels {
  int width = 0, height = 0;
  std::vector<Rgba> pixels;
};
// Returns the pixels as a PNG file with this title and description.
Result<std::string> png_of(const CanvasPixels& pixels, const std::string& title = {},
                           const std::string& description = {});

enum class TextWeight : uint8_t { kNormal, kBold };

class Canvas {
 public:
  explicit Canvas(const Page& page);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  // These functions add to the path that the next call draws or fills.
  void move_to(double x, double y);
  void line_to(double x, double y);
  void close();
  void rectangle(double x, double y, double width, double height);
  void circle(double x, double y, double radius);

  void fill(Rgba color);
  void stroke(Rgba color, const StrokeStyle& style);
  // Draws the picture into a rectangle. If it is enlarged, its pixels stay sharp squares.
  void picture(const CanvasPicture& picture, double x, double y, double width, double height);
  // Draws text centred at (x, y). `height` is the height of a line, from the highest ascender to the lowest descender.
  void text(std::string_view text, double x, double y, double height, TextWeight weight, Rgba color);
  double text_width(std::string_view text, double height, TextWeight weight);

  // While a TransformScope lives, coordinates are relative to (x, y) and multiplied by `scale`.
  class TransformScope {
   public:
    TransformScope(Canvas& canvas, double x, double y, double scale);
    ~TransformScope();
    TransformScope(const TransformScope&) = delete;
    TransformScope& operator=(const TransformScope&) = delete;

   private:
    Canvas& canvas_;
  };
  // Restricts drawing to a rectangle until the end of the enclosing TransformScope.
  void clip(double x, double y, double width, double height);
  // In a PNG, the edges of filled areas are aligned to whole pixels, without antialiasing.
  void sharp_edges(bool on);

  // Ends the page and returns the file's bytes. Nothing can be drawn afterwards.
  Result<std::string> finish();
  // Ends the page of a PNG and returns its pixels.
  Result<CanvasPixels> finish_pixels();

 private:
  struct Surface;
  void font(const std::string& family, double height, TextWeight weight);
  std::unique_ptr<Surface> surface_;
};

}  // namespace strata
