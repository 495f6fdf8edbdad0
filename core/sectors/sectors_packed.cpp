#include "core/sectors/sectors_packed.hpp"

#include <algorithm>
#include <bit>

#include "core/base/check.hpp"

namespace strata {
namespace {

// The bits of a byte for the region's number; the side of the edge is in the higher bits. Larger
// numbers follow the byte.
constexpr uint32_t kNumberBits = 5;
constexpr uint32_t kMore = (1u << kNumberBits) - 1;

int width_of(uint64_t largest) { return std::max(1, (static_cast<int>(std::bit_width(largest)) + 7) / 8); }

struct RegionWriter {
  std::vector<uint8_t> bytes;
  void fixed(uint64_t value, int width) {
    for (int i = 0; i < width; ++i) bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
  }
  // Writes seven bits per byte; the highest bit says that more bytes follow.
  void number(uint32_t value) {
    for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<uint8_t>(value | 0x80));
    bytes.push_back(static_cast<uint8_t>(value));
  }
};

struct RegionReader {
  std::span<const uint8_t> bytes;
  size_t at = 0;
  uint64_t fixed(int width) {
    uint64_t value = 0;
    for (int i = 0; i < width; ++i) value |= uint64_t{bytes[at++]} << (8 * i);
    return value;
  }
  uint32_t number() {
    uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t byte = bytes[at++];
      value |= static_cast<uint32_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }
};

int place_width(const ClusterGrid& sectors) {
  const auto side = static_cast<uint64_t>(sectors.cluster_size());
  return width_of(side * side - 1);
}

}  // namespace

std::vector<uint8_t> pack_regions(const Sectors& sectors, int level, bool parents) {
  STRATA_CHECK(sectors.ready() && (!parents || level < sectors.levels()));
  const ClusterGrid& parts = sectors.sectors(level);
  const CsrGraph graph = sectors.graph(level);
  const int place = place_width(parts);
  RegionWriter records;
  std::vector<size_t> begin;
  for (uint32_t sector = 0; sector < parts.count(); ++sector) {
    begin.push_back(records.bytes.size());
    const Rect rect = parts.rect(sector);
    const auto [first, last] = sectors.regions_of_sector(sector, level);
    for (uint32_t i = first; i < last; ++i) {
      const SectorRegion& region = sectors.region(i, level);
      const auto map_width = static_cast<CellId>(parts.width());
      const uint32_t x = region.centre % map_width - static_cast<uint32_t>(rect.x0);
      const uint32_t y = region.centre / map_width - static_cast<uint32_t>(rect.y0);
      records.fixed(y * static_cast<uint32_t>(parts.cluster_size()) + x, place);
      records.number(static_cast<uint32_t>(graph.targets_of(i).size()));
      for (const uint32_t target : graph.targets_of(i)) {
        const uint32_t other = sectors.region(target, level).sector;
        const Rect there = parts.rect(other);
        const int dx = (there.x0 > rect.x0) - (there.x0 < rect.x0);
        const int dy = (there.y0 > rect.y0) - (there.y0 < rect.y0);
        const int nine = (dy + 1) * 3 + dx + 1;  // row-major, with this sector in the middle
        const auto side = static_cast<uint32_t>(nine > 4 ? nine - 1 : nine);
        const uint32_t number = target - sectors.regions_of_sector(other, level).first;
        records.fixed(side << kNumberBits | std::min(number, kMore), 1);
        if (number >= kMore) records.number(number - kMore);
      }
      if (parents) {
        const uint32_t above = sectors.region(region.parent, level + 1).sector;
        records.number(region.parent - sectors.regions_of_sector(above, level + 1).first);
      }
    }
  }
  begin.push_back(records.bytes.size());
  const int offset = width_of(records.bytes.size());
  RegionWriter all;
  all.fixed(static_cast<uint64_t>(parts.width()), 2);
  all.fixed(static_cast<uint64_t>(parts.height()), 2);
  all.fixed(static_cast<uint64_t>(parts.cluster_size()), 2);
  all.fixed(static_cast<uint64_t>(offset << 1 | (parents ? 1 : 0)), 1);
  for (const size_t at : begin) all.fixed(at, offset);
  all.bytes.insert(all.bytes.end(), records.bytes.begin(), records.bytes.end());
  return all.bytes;
}

UnpackedRegions unpack_regions(std::span<const uint8_t> bytes) {
  RegionReader in{bytes};
  UnpackedRegions out;
  out.width = static_cast<int>(in.fixed(2));
  out.height = static_cast<int>(in.fixed(2));
  out.sector_size = static_cast<int>(in.fixed(2));
  const auto kind = static_cast<int>(in.fixed(1));
  const bool parents = (kind & 1) != 0;
  const ClusterGrid parts(out.width, out.height, out.sector_size);
  std::vector<size_t> begin;
  for (uint32_t i = 0; i <= parts.count(); ++i) begin.push_back(in.fixed(kind >> 1));
  const size_t records = in.at;
  struct NeighbourRegion {
    uint32_t sector, number;
  };
  std::vector<std::vector<NeighbourRegion>> edges;
  const auto side = static_cast<uint32_t>(out.sector_size);
  for (uint32_t sector = 0; sector < parts.count(); ++sector) {
    out.first_region.push_back(static_cast<uint32_t>(out.centres.size()));
    const Rect rect = parts.rect(sector);
    while (in.at < records + begin[sector + 1]) {
      const auto place = static_cast<uint32_t>(in.fixed(place_width(parts)));
      const uint32_t x = static_cast<uint32_t>(rect.x0) + place % side;
      const uint32_t y = static_cast<uint32_t>(rect.y0) + place / side;
      out.centres.push_back(y * static_cast<uint32_t>(out.width) + x);
      std::vector<NeighbourRegion>& own = edges.emplace_back();
      for (uint32_t left = in.number(); left > 0; --left) {
        const auto head = static_cast<uint32_t>(in.fixed(1));
        uint32_t number = head & kMore;
        if (number == kMore) number += in.number();
        const uint32_t eight = head >> kNumberBits;
        const auto nine = static_cast<int>(eight >= 4 ? eight + 1 : eight);
        const int offset = (nine / 3 - 1) * parts.columns() + nine % 3 - 1;
        own.push_back({sector + static_cast<uint32_t>(offset), number});
      }
      if (parents) out.parents.push_back(in.number());
    }
  }
  out.first_region.push_back(static_cast<uint32_t>(out.centres.size()));
  for (const std::vector<NeighbourRegion>& own : edges) {
    std::vector<uint32_t>& ends = out.ends.emplace_back();
    for (const NeighbourRegion& edge : own) ends.push_back(out.first_region[edge.sector] + edge.number);
  }
  return out;
}

// Packs the distances of landmarks. Unreachable nodes get the largest value of the field, so that the largest
// distance must be smaller.
std::vector<uint8_t> pack_landmarks(const GraphLandmarks& landmarks) {
  const DistanceRows& rows = landmarks.rows();
  Cost largest = 0;
  const auto each = [&](auto&& visit) {
    for (uint32_t node = 0; node < rows.nodes(); ++node) {
      for (int lane = 0; lane < rows.lanes(); ++lane) visit(rows.at(node, lane));
    }
  };
  each([&](Cost distance) { largest = distance < DistanceRows::kFar ? std::max(largest, distance) : largest; });
  const int width = width_of(uint64_t{largest} + 1);
  const uint64_t far = (1ull << (8 * width)) - 1;
  RegionWriter out;
  out.fixed(static_cast<uint64_t>(width), 1);
  each([&](Cost distance) { out.fixed(distance < DistanceRows::kFar ? distance : far, width); });
  return out.bytes;
}

std::vector<Cost> unpack_landmarks(std::span<const uint8_t> bytes) {
  RegionReader in{bytes};
  const auto width = static_cast<int>(in.fixed(1));
  const uint64_t far = (1ull << (8 * width)) - 1;
  std::vector<Cost> distances;
  while (in.at < bytes.size()) {
    const uint64_t value = in.fixed(width);
    distances.push_back(value == far ? DistanceRows::kFar : static_cast<Cost>(value));
  }
  return distances;
}

}  // namespace strata
