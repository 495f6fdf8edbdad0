#include "app/figure/canvas.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>
#include <array>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "app/base/installed_fonts.hpp"
#include "app/figure/metadata.hpp"

namespace strata {
namespace {

constexpr const char* kFontFamily = "Inter";

cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned int length) {
  try {
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  } catch (const std::bad_alloc&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
  return CAIRO_STATUS_SUCCESS;
}

bool ends_with_any_case(std::string_view text, std::string_view end) {
  return text.size() > end.size() &&
         std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

}  // namespace

std::optional<FigureKind> figure_kind(std::string_view path) {
  if (ends_with_any_case(path, ".svg")) return FigureKind::kSvg;
  if (ends_with_any_case(path, ".pdf")) return FigureKind::kPdf;
  if (ends_with_any_case(path, ".png")) return FigureKind::kPng;
  return std::nullopt;
}

int Page::pixel_width() const { return std::max(1, static_cast<int>(std::lround(width * pixels))); }
int Page::pixel_height() const { return std::max(1, static_cast<int>(std::lround(height * pixels))); }

struct Canvas::Surface {
  Page page;
  std::string bytes;
  cairo_surface_t* surface = nullptr;
  cairo_t* cr = nullptr;
};

Canvas::Canvas(const Page& page) : surface_(std::make_unique<Surface>()) {
  Surface& s = *surface_;
  s.page = page;
  double scale = page.points;
  switch (page.kind) {
    case FigureKind::kSvg:
      scale = page.grid;
      s.surface = cairo_svg_surface_create_for_stream(append_bytes, &s.bytes, page.width * scale, page.height * scale);
      cairo_svg_surface_restrict_to_version(s.surface, CAIRO_SVG_VERSION_1_1);
      break;
    case FigureKind::kPdf:
      s.surface = cairo_pdf_surface_create_for_stream(append_bytes, &s.bytes, page.width * scale, page.height * scale);
      cairo_pdf_surface_restrict_to_version(s.surface, CAIRO_PDF_VERSION_1_4);
      cairo_pdf_surface_set_metadata(s.surface, CAIRO_PDF_METADATA_TITLE, page.title.c_str());
      cairo_pdf_surface_set_metadata(s.surface, CAIRO_PDF_METADATA_SUBJECT, page.description.c_str());
      cairo_pdf_surface_set_metadata(s.surface, CAIRO_PDF_METADATA_CREATOR, "Strata");
      break;
    case FigureKind::kPng:
      scale = page.pixels;
      s.surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, page.pixel_width(), page.pixel_height());
      break;
  }
  s.cr = cairo_create(s.surface);
  cairo_scale(s.cr, scale, scale);
  cairo_set_line_join(s.cr, CAIRO_LINE_JOIN_ROUND);
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(s.cr, options);
  cairo_font_options_destroy(options);
}

Canvas::~Canvas() {
  if (surface_->cr != nullptr) cairo_destroy(surface_->cr);
  if (surface_->surface != nullptr) cairo_surface_destroy(surface_->surface);
}

void Canvas::move_to(double x, double y) { cairo_move_to(surface_->cr, x, y); }
void Canvas::line_to(double x, double y) { cairo_line_to(surface_->cr, x, y); }
void Canvas::close() { cairo_close_path(surface_->cr); }
void Canvas::rectangle(double x, double y, double width, double height) {
  cairo_rectangle(surface_->cr, x, y, width, height);
}
void Canvas::circle(double x, double y, double radius) {
  cairo_new_sub_path(surface_->cr);
  cairo_arc(surface_->cr, x, y, radius, 0, 2 * std::numbers::pi);
  cairo_close_path(surface_->cr);
}

namespace {

void set_source(cairo_t* cr, Rgba color) {
  const auto part = [color](int shift) { return static_cast<double>(color >> shift & 255) / 255; };
  cairo_set_source_rgba(cr, part(0), part(8), part(16), part(24));
}

}  // namespace

void Canvas::fill(Rgba color) {
  if (color >> 24 == 0) return cairo_new_path(surface_->cr);
  set_source(surface_->cr, color);
  cairo_fill(surface_->cr);
}

void Canvas::stroke(Rgba color, const StrokeStyle& style) {
  cairo_t* cr = surface_->cr;
  if (color >> 24 == 0) return cairo_new_path(cr);
  set_source(cr, color);
  cairo_set_line_width(cr, style.width);
  if (style.dash > 0) {
    const std::array<double, 2> dashes = {style.dash, std::min(style.dash, style.most_gap)};
    cairo_set_dash(cr, dashes.data(), 2, std::fmod(style.dash_from, dashes[0] + dashes[1]));
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
  } else {
    cairo_set_dash(cr, nullptr, 0, 0);
    cairo_set_line_cap(cr, style.round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  }
  cairo_stroke(cr);
}

void Canvas::picture(const CanvasPicture& picture, double x, double y, double width, double height) {
  cairo_surface_t* image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, picture.width, picture.height);
  if (cairo_surface_status(image) == CAIRO_STATUS_SUCCESS) {
    cairo_surface_flush(image);
    unsigned char* data = cairo_image_surface_get_data(image);
    const int stride = cairo_image_surface_get_stride(image);
    for (int row = 0; row < picture.height; ++row) {
      auto* out = reinterpret_cast<uint32_t*>(data + static_cast<std::ptrdiff_t>(row) * stride);
      const Rgba* in = picture.pixels.data() + static_cast<std::ptrdiff_t>(row) * picture.width;
      for (int column = 0; column < picture.width; ++column) {
        const Rgba color = in[column];
        const uint32_t alpha = color >> 24;
        const auto part = [&](int shift) { return ((color >> shift & 255) * alpha + 127) / 255; };
        // Cairo expects colours that are multiplied by their alpha value.
        out[column] = alpha << 24 | part(0) << 16 | part(8) << 8 | part(16);
      }
    }
    cairo_surface_mark_dirty(image);
  }
  cairo_t* cr = surface_->cr;
  cairo_save(cr);
  cairo_translate(cr, x, y);
  cairo_scale(cr, width / picture.width, height / picture.height);
  cairo_set_source_surface(cr, image, 0, 0);
  double one_x = 1, one_y = 0;
  cairo_user_to_device_distance(cr, &one_x, &one_y);
  const bool enlarged = surface_->page.kind != FigureKind::kPng || one_x >= 1;
  cairo_pattern_set_filter(cairo_get_source(cr), enlarged ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  cairo_rectangle(cr, 0, 0, picture.width, picture.height);
  cairo_fill(cr);
  cairo_restore(cr);
  cairo_surface_destroy(image);
}

namespace {

// A piece of a text that one font can draw.
struct FontRun {
  std::string text, family;
};

// Splits a text into pieces. Letters that the default font lacks need another installed font.
std::vector<FontRun> runs_of(std::string_view text, TextWeight weight) {
  const bool ascii = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return {{std::string(text), kFontFamily}};
  std::vector<FontRun> runs;
  for (const char32_t letter : letters_of(text)) {
    std::string family = kFontFamily;
    if (!family_has(family, letter)) {
      const std::vector<InstalledFont> fonts = fonts_with(std::span(&letter, 1), weight == TextWeight::kBold);
      if (!fonts.empty()) family = fonts.front().family;
    }
    if (runs.empty() || runs.back().family != family) runs.push_back({{}, family});
    runs.back().text += utf8_of(std::u32string_view(&letter, 1));
  }
  return runs;
}

}  // namespace

void Canvas::font(const std::string& family, double height, TextWeight weight) {
  cairo_t* cr = surface_->cr;
  cairo_select_font_face(cr, family.c_str(), CAIRO_FONT_SLANT_NORMAL,
                         weight == TextWeight::kBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  // On the screen the size of a font is the height of its lines, so that the same is done here.
  cairo_set_font_size(cr, 100);
  cairo_font_extents_t whole{};
  cairo_font_extents(cr, &whole);
  const double line = whole.ascent + whole.descent;
  cairo_set_font_size(cr, line > 0 ? height * 100 / line : height);
}

double Canvas::text_width(std::string_view text, double height, TextWeight weight) {
  double width = 0;
  for (const FontRun& run : runs_of(text, weight)) {
    font(run.family, height, weight);
    cairo_text_extents_t extents{};
    cairo_text_extents(surface_->cr, run.text.c_str(), &extents);
    width += extents.x_advance;
  }
  return width;
}

void Canvas::text(std::string_view text, double x, double y, double height, TextWeight weight, Rgba color) {
  double at = x - text_width(text, height, weight) / 2;
  set_source(surface_->cr, color);
  for (const FontRun& run : runs_of(text, weight)) {
    font(run.family, height, weight);
    cairo_font_extents_t line{};
    cairo_font_extents(surface_->cr, &line);
    cairo_text_extents_t extents{};
    cairo_text_extents(surface_->cr, run.text.c_str(), &extents);
    cairo_move_to(surface_->cr, at, y + (line.ascent - line.descent) / 2);
    cairo_show_text(surface_->cr, run.text.c_str());
    at += extents.x_advance;
  }
  cairo_new_path(surface_->cr);
}

Canvas::TransformScope::TransformScope(Canvas& canvas, double x, double y, double scale) : canvas_(canvas) {
  cairo_save(canvas.surface_->cr);
  cairo_translate(canvas.surface_->cr, x, y);
  cairo_scale(canvas.surface_->cr, scale, scale);
}
Canvas::TransformScope::~TransformScope() { cairo_restore(canvas_.surface_->cr); }

void Canvas::clip(double x, double y, double width, double height) {
  cairo_rectangle(surface_->cr, x, y, width, height);
  cairo_clip(surface_->cr);
}

void Canvas::sharp_edges(bool on) {
  const bool sharp = on && surface_->page.kind == FigureKind::kPng;
  cairo_set_antialias(surface_->cr, sharp ? CAIRO_ANTIALIAS_NONE : CAIRO_ANTIALIAS_DEFAULT);
}

Result<CanvasPixels> Canvas::finish_pixels() {
  Surface& s = *surface_;
  cairo_surface_flush(s.surface);
  if (const cairo_status_t status = cairo_status(s.cr); status != CAIRO_STATUS_SUCCESS) {
    return error_at("", fmt::format("the figure cannot be drawn: {}", cairo_status_to_string(status)));
  }
  CanvasPixels out{cairo_image_surface_get_width(s.surface), cairo_image_surface_get_height(s.surface), {}};
  const unsigned char* data = cairo_image_surface_get_data(s.surface);
  const int stride = cairo_image_surface_get_stride(s.surface);
  out.pixels.reserve(static_cast<size_t>(out.width) * static_cast<size_t>(out.height));
  for (int y = 0; y < out.height; ++y) {
    const auto* row = reinterpret_cast<const uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < out.width; ++x) {
      const uint32_t alpha = row[x] >> 24;
      const auto part = [&](int shift) {
        return alpha == 0 ? 0u : std::min(255u, ((row[x] >> shift & 255) * 255 + alpha / 2) / alpha);
      };
      out.pixels.push_back(part(16) | part(8) << 8 | part(0) << 16 | alpha << 24);
    }
  }
  return out;
}

Result<std::string> png_of(const CanvasPixels& pixels, const std::string& title, const std::string& description) {
  Page page;
  page.title = title;
  page.description = description;
  page.width = pixels.width;
  page.height = pixels.height;
  Canvas canvas(page);
  canvas.picture({pixels.width, pixels.height, pixels.pixels}, 0, 0, pixels.width, pixels.height);
  return canvas.finish();
}

Result<std::string> Canvas::finish() {
  Surface& s = *surface_;
  cairo_show_page(s.cr);
  cairo_status_t status = cairo_status(s.cr);
  cairo_surface_flush(s.surface);
  if (status == CAIRO_STATUS_SUCCESS && s.page.kind == FigureKind::kPng) {
    status = cairo_surface_write_to_png_stream(s.surface, append_bytes, &s.bytes);
  }
  cairo_surface_finish(s.surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(s.surface);
  if (status != CAIRO_STATUS_SUCCESS) {
    return error_at("", fmt::format("the figure cannot be drawn: {}", cairo_status_to_string(status)));
  }
  switch (s.page.kind) {
    case FigureKind::kSvg:
      return describe_svg(s.bytes, s.page.width * s.page.points, s.page.height * s.page.points, s.page.title,
                          s.page.description);
    case FigureKind::kPng:
      return describe_png(s.bytes, s.page.points / s.page.pixels, s.page.title, s.page.description);
    case FigureKind::kPdf:
      break;
  }
  return std::move(s.bytes);
}

}  // namespace strata

#if defined(__SANITIZE_ADDRESS__)
// Fontconfig, which Cairo uses, never frees what it stores. The leak sanitizer calls this function by its name and then
// ignores these leaks.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }
#endif
