// Purpose: A map of Tiled holds links between cells (core/grid/map_links.hpp) as objects: polylines of two points, of
//          class `link`, in an object layer called `links`. These functions check such objects, find out which of them
//          an edit of the map changes, and make the changes in the text of the file.
// Source: "TMX Map Format" and "JSON Map Format" of the manual of Tiled 1.10.
// Units: Points in pixels of the map. The property `cost` is in straight steps (1 where it is missing), `both_ways` is
//        a switch (false where it is missing).
// Errors: Those of check_tiled_link have no place, those of tiled_link_texts are "FILE:LINE: reason".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/map_links.hpp"

namespace strata {

inline constexpr std::string_view kTiledLinkLayer = "links", kTiledLinkClass = "link";
inline constexpr std::string_view kTiledLinkCost = "cost", kTiledLinkBothWays = "both_ways";

struct TiledPoint {
  double x = 0, y = 0;
};
// An object that is a link.
struct TiledLink {
  size_t begin = 0;  // the byte of the file where the object begins
  TiledPoint from, to;
  uint32_t length = kLinkUnit;
  bool both_ways = false;
};
// Returns the link of an object at `at`, whose points are relative to that.
Result<TiledLink> check_tiled_link(TiledPoint at, std::span<const TiledPoint> points, double rotation, double cost,
                                   bool both_ways);

// Where the cells of a map are.
struct TiledPlaces {
  double tile_width = 1, tile_height = 1;  // in isometric maps both are the height of a tile
  Cell origin;                             // the tile that is cell 0,0
  int width = 0, height = 0;               // in cells

  std::optional<Cell> cell_at(TiledPoint point) const;  // nothing if the point is outside of the map
  TiledPoint middle_of(Cell cell) const;
};
// Returns the links by their cells. `text` is that of the file `name`.
Result<std::vector<LinkText>> tiled_link_texts(std::span<const TiledLink> links, const TiledPlaces& places,
                                               std::string_view text, const std::string& name);

// What becomes of an object that is a link.
struct TiledLinkChange {
  bool removed = false;
  std::optional<uint32_t> length;  // nothing: as it is
  std::optional<bool> both_ways;
};
struct TiledLinkChanges {
  std::map<size_t, TiledLinkChange> objects;  // by TiledLink::begin; the others stay
  std::vector<LinkText> added;
  bool empty() const { return objects.empty() && added.empty(); }
};
// Returns what makes the links of a file those of `map`; `texts` are the cells of `links`.
TiledLinkChanges tiled_link_changes(std::span<const TiledLink> links, std::span<const LinkText> texts,
                                    const GridMap& map);

// The bytes from `begin` to `end` of a text become `text`.
struct TextEdit {
  size_t begin = 0, end = 0;
  std::string text;
};
std::string with_edits(std::string_view text, std::vector<TextEdit> edits);
// Returns the edits that make the changes in the text of a .tmj or .tmx file, and keep the numbers of the next object
// and the next layer above all that the file has. Links are added to the first layer called links, or to a new one.
std::vector<TextEdit> json_link_edits(std::string_view text, const TiledLinkChanges& changes,
                                      const TiledPlaces& places);
std::vector<TextEdit> xml_link_edits(std::string_view text, const TiledLinkChanges& changes, const TiledPlaces& places);

// Return an object layer with the links, whose objects are numbered from `first_id`.
std::string json_link_layer(std::span<const LinkText> links, const TiledPlaces& places, int64_t layer_id,
                            int64_t first_id);
std::string xml_link_layer(std::span<const LinkText> links, const TiledPlaces& places, int64_t layer_id,
                           int64_t first_id);

}  // namespace strata
