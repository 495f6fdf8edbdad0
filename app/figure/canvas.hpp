// Purpose: A Canvas is a page on which figures are painted: shapes, lines, pictures and text, which become an SVG, a
//          PDF or a PNG file. One painter thereby serves all three.
// How: Cairo paints. The file's bytes are collected in memory, so that whoever writes them can do it atomically.
// Units: Coordinates are units of the page. Its size says how many there are, and how large one is on paper.
// Errors: Cairo says what it cannot do.
// Threads: A canvas belongs to one thread; several threads may have one each.
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
// Returns the kind that the end of the file's name says; nullopt: another one.
std::optional<FigureKind> figure_kind(std::string_view path);

struct Page {
  FigureKind kind = FigureKind::kPng;
  double width = 100, height = 100;  // units
  double points = 0.75;              // of one unit on paper, each 1/72 inch
  double pixels = 1;                 // of one unit in a PNG
  double grid = 1;                   // an SVG has whole numbers where this many steps to a unit fall on whole ones
  std::string title;
  std::string description;  // goes into the file beside the picture: how it was made
  int pixel_width() const;
  int pixel_height() const;
};
inline constexpr int kMaxFigurePixels = 30'000;          // a side of a PNG
inline constexpr double kMaxFigureArea = 400'000'000.0;  // all pixels of a PNG

struct StrokeStyle {
  double width = 1;
  double dash = 0;       // length of dashes and gaps; 0: solid
  double dash_from = 0;  // length of the line before, from where the dashes go on
  bool round = true;     // the ends of solid lines
};

// A picture with one colour (0xAABBGGRR) a pixel.
struct CanvasPicture {
  int width = 0, height = 0;
  std::span<const Rgba> pixels;
};

// What was painted, row by row: bytes R, G, B, A, not multiplied by A.
struct CanvasPixels {
  int width = 0, height = 0;
  std::vector<Rgba> pixels;
};
// Returns it as a PNG, with title and description.
Result<std::string> png_of(const CanvasPixels& pixels, const std::string& title = {},
                           const std::string& description = {});

enum class TextWeight : uint8_t { kNormal, kBold };

class Canvas {
 public:
  explicit Canvas(const Page& page);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  // Adds to the path that the next fill or stroke draws.
  void move_to(double x, double y);
  void line_to(double x, double y);
  void close();
  void rectangle(double x, double y, double width, double height);
  void circle(double x, double y, double radius);

  void fill(Rgba color);
  void stroke(Rgba color, const StrokeStyle& style);
  // Draws the picture over a rectangle; its pixels stay squares with sharp edges when they are enlarged.
  void picture(const CanvasPicture& picture, double x, double y, double width, double height);
  // Draws text around its center. `height` is that of a line, from the top of the tallest letter to the foot of the
  // lowest.
  void text(std::string_view text, double x, double y, double height, TextWeight weight, Rgba color);
  double text_width(std::string_view text, double height, TextWeight weight);

  // Whatever comes until the end of the scope is drawn in coordinates that begin at (x, y) and are `scale` times as
  // large.
  class Scope {
   public:
    Scope(Canvas& canvas, double x, double y, double scale);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Canvas& canvas_;
  };
  // Leaves out whatever lies outside, until the end of the scope around this call.
  void clip(double x, double y, double width, double height);
  void sharp_edges(bool on);  // edges of fills fall on whole pixels of a PNG

  // Ends the page and returns the file. Nothing can be drawn afterwards.
  Result<std::string> finish();
  Result<CanvasPixels> finish_pixels();  // in place of a file, of a page for a PNG

 private:
  struct Surface;
  void font(const std::string& family, double height, TextWeight weight);
  std::unique_ptr<Surface> surface_;
};

}  // namespace strata
