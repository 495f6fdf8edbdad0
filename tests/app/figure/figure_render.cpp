// What other programs draw of an SVG and a PDF is what the PNG shows.
#include <cairo.h>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/lab/lab.hpp"
#include "tests/app/figure/figure_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

struct Bitmap {
  int width = 0, height = 0;
  std::vector<uint32_t> pixels;  // premultiplied 0xAARRGGBB
};

Bitmap read_png(const std::string& path) {
  Bitmap bitmap;
  cairo_surface_t* surface = cairo_image_surface_create_from_png(path.c_str());
  REQUIRE(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
  bitmap.width = cairo_image_surface_get_width(surface);
  bitmap.height = cairo_image_surface_get_height(surface);
  const unsigned char* data = cairo_image_surface_get_data(surface);
  for (int y = 0; y < bitmap.height; ++y) {
    const auto* row = reinterpret_cast<const uint32_t*>(data + static_cast<std::ptrdiff_t>(y) *
                                                                   cairo_image_surface_get_stride(surface));
    bitmap.pixels.insert(bitmap.pixels.end(), row, row + bitmap.width);
  }
  cairo_surface_destroy(surface);
  return bitmap;
}

struct PixelDifference {
  double mean = 0;  // of a channel, 0..255
  double far = 0;   // share of pixels of which a channel is more than 96 off
};

PixelDifference difference_of(const Bitmap& a, const Bitmap& b) {
  REQUIRE(std::abs(a.width - b.width) <= 1);
  REQUIRE(std::abs(a.height - b.height) <= 1);
  PixelDifference d;
  const int width = std::min(a.width, b.width), height = std::min(a.height, b.height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const uint32_t p = a.pixels[static_cast<size_t>(y) * static_cast<size_t>(a.width) + static_cast<size_t>(x)];
      const uint32_t q = b.pixels[static_cast<size_t>(y) * static_cast<size_t>(b.width) + static_cast<size_t>(x)];
      int most = 0;
      for (int shift = 0; shift < 24; shift += 8) {
        const int off = std::abs(static_cast<int>(p >> shift & 255) - static_cast<int>(q >> shift & 255));
        d.mean += off;
        most = std::max(most, off);
      }
      d.far += most > 96;
    }
  }
  d.mean /= 3.0 * width * height;
  d.far /= static_cast<double>(width) * height;
  return d;
}

// Views of all kinds of things that are drawn. The zoom is whole, so that the edges of cells fall between pixels.
constexpr const char* kScenes[] = {"planner.trace hpa2\nlayer clusters on\nlayer transitions on\nlayer intra-edges on",
                                   "landmarks on\nplanner.trace alt\nlayer heuristic on", "layer clearance on",
                                   "crowd.spawn 60 1\nlayer search off"};

void set_scene(Lab& lab, const std::string& lines) {
  run(lab, "map.scene running-example");
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size());
    run(lab, lines.substr(at, end - at));
    at = end + 1;
  }
  lab.finish_updates();
}

void check_alike(const std::string& program, const char* package, const std::string& suffix,
                 const std::string& command) {
  if (!test::program_is_there(program)) {
    MESSAGE("SKIPPED: there is no " << program << " (package " << package << ")");
    return;
  }
  for (const char* scene : kScenes) {
    for (const char* options : {"", "ground dark", "palette grey ground white stroke 0.5 caption sentence"}) {
      CAPTURE(scene);
      CAPTURE(options);
      Lab lab;
      test::TempFolder folder;
      set_scene(lab, scene);
      const std::string vector = folder.file("a" + suffix), png = folder.file("a.png"), out = folder.file("b.png");
      run(lab, test::open_line(vector, "export.figure") + " area all zoom 20 " + options);
      run(lab, test::open_line(png, "export.figure") + " area all zoom 20 " + options);
      const Bitmap own = read_png(png);
      REQUIRE(std::system(
                  fmt::format(fmt::runtime(command), vector, folder.file("b"), own.width, own.height).c_str()) == 0);
      const PixelDifference d = difference_of(own, read_png(out));
      CHECK(d.mean < 5);  // the edges of a few hundred marks
      CHECK(d.far < 0.01);
    }
  }
}

}  // namespace

TEST_CASE("an SVG that rsvg-convert draws is the PNG, but for the edges") {
  check_alike("rsvg-convert", "librsvg2-bin", ".svg", "rsvg-convert -w {2} -h {3} '{0}' -o '{1}.png'");
}

TEST_CASE("a PDF that pdftoppm draws is the PNG, but for the edges") {
  check_alike("pdftoppm", "poppler-utils", ".pdf",
              "pdftoppm -png -singlefile -scale-to-x {2} -scale-to-y {3} '{0}' '{1}' 2>/dev/null");
}

TEST_CASE("a figure without a ground is transparent where nothing is drawn") {
  Lab lab;
  test::TempFolder folder;
  set_scene(lab, "layer all off\nquery.clear");
  const std::string path = folder.file("clear.png");
  run(lab, test::open_line(path, "export.figure") + " area all zoom 10 ground none");
  const Bitmap clear = read_png(path);
  size_t empty = 0, opaque = 0;
  for (const uint32_t pixel : clear.pixels) {
    empty += pixel >> 24 == 0;
    opaque += pixel >> 24 == 255;
  }
  CHECK(empty > clear.pixels.size() / 2);
  CHECK(opaque > clear.pixels.size() / 10);
}
