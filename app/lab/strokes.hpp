// Purpose: Painting, the meter of what edits made the structures redo, and the stamps by which overlays know what they
// must
//          draw anew.
// Shapes: Stamps lie by cluster, sector or block, row-major.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lab/lab_part.hpp"

namespace strata {

class Strokes : public LabPart {
 public:
  explicit Strokes(Lab& lab) : LabPart(lab) {}

  // One gesture of painting, with the selected terrain; `erase` paints ground. One stroke is one entry of the undo
  // history and one command.
  void stroke_begin(Cell cell, bool erase = false);
  void stroke_to(Cell cell);
  void stroke_end();
  const std::string& stroke_line() const { return stroke_line_; }  // the command that the stroke will be logged as
  void apply_shape();
  std::optional<Cell>& last_painted() { return last_painted_; }  // for Shift+click lines

  // Edits.
  void begin_reading(std::string name);
  // Adds what one edit did to the reading and makes everything follow that depends on the map.
  void note_edit(const EditReport& report);
  void map_edited();

  // By cluster of a level: changes when what overlays show of the cluster changed.
  const std::vector<uint64_t>& cluster_stamps(int level = 1) const {
    return cluster_stamps_[static_cast<size_t>(level) - 1];
  }
  const std::vector<uint64_t>& haa_stamps() const { return haa_stamps_; }  // by cluster of HAA*
  // By sector of a level: what overlays show of its regions and of their edges.
  const std::vector<uint64_t>& sector_stamps(int level) const { return sector_stamps_[static_cast<size_t>(level) - 1]; }
  const std::vector<uint64_t>& room_stamps() const { return room_stamps_; }  // by block, as those of clearances
  // By block of kClearanceBlock x kClearanceBlock cells, row-major.
  static constexpr int kClearanceBlock = 64;
  const std::vector<uint64_t>& clearance_stamps() const { return clearance_stamps_; }
  void stamp_all();
  void stamp(Structure structure);
  uint64_t last_stamp() const { return stamp_; }

 private:
  void paint(const Edit& edit, const std::string& name);
  char paint_letter() const;
  void stamp_edit(const EditReport& report);
  void read_meter(const EditReport& report);
  void flash(Structure structure, int level, std::span<const uint32_t> parts);
  void flash_rooms(std::span<const Rect> areas);

  std::string stroke_line_;
  Cell stroke_last_;
  char stroke_letter_ = '@';
  std::optional<Cell> last_painted_;
  std::vector<std::vector<uint8_t>> touched_clusters_;   // of the reading under way, by level; HAA* first
  std::array<std::vector<uint8_t>, 2> touched_sectors_;  // of the reading under way, by level - 1
  std::vector<std::vector<uint64_t>> cluster_stamps_;    // by level - 1
  std::vector<uint64_t> haa_stamps_;
  std::array<std::vector<uint64_t>, 2> sector_stamps_;  // by level - 1
  std::vector<uint64_t> room_stamps_;
  std::vector<uint64_t> clearance_stamps_;
  uint64_t stamp_ = 0;
};

}  // namespace strata
