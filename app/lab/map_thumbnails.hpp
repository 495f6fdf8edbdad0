// Purpose: RecentMapThumbnails provides small pictures of the maps in recent files. A thread makes the picture when a
// file is
//          opened or saved, and checks the files when a list of them is shown, so that no frame waits for a disk. The
//          pictures are stored in the user's cache folder.
// How: A picture is valid for a path, size and time of its file; for another version of the file it is made again. The
//      folder has one picture per path, and only the newest kMostFiles.
// Threads: The lab's thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/base/palette.hpp"
#include "app/base/terrain_looks.hpp"
#include "app/lab/lab_part.hpp"
#include "core/base/job.hpp"

namespace strata {

struct MapThumbnail {
  static constexpr int kMostWidth = 96, kMostHeight = 72;  // pixels
  int width = 0, height = 0;
  int map_width = 0, map_height = 0;  // cells
  std::vector<Rgba> pixels;           // by rows
  friend bool operator==(const MapThumbnail&, const MapThumbnail&) = default;
};
// Returns a picture of the map in which the colour of a pixel is the mean of the cells that it covers.
MapThumbnail picture_of(const GridMap& map, const TerrainLooks& looks = usual_terrain_looks());

// What the last check of a file has found.
struct CheckedFile {
  bool there = false;
  uint64_t bytes = 0;
  // The picture; null: the file is no map, or cannot be read.
  std::shared_ptr<const MapThumbnail> picture;
};

// The version of a file that a picture was made from.
struct ThumbnailKey {
  std::string path;
  uint64_t bytes = 0;
  int64_t time = 0;
  friend bool operator==(const ThumbnailKey&, const ThumbnailKey&) = default;
};
// These functions read and write the file of a picture in the folder. Reading returns null if the file is missing,
// damaged, or made from another version of the map file.
std::shared_ptr<const MapThumbnail> load_picture(const std::string& folder, const ThumbnailKey& version);
Status save_picture(const std::string& folder, const ThumbnailKey& version, const MapThumbnail& picture);

class RecentMapThumbnails : public LabPart {
 public:
  static constexpr size_t kMostFiles = 48;  // their size is a few kilobytes each, see MapThumbnail

  explicit RecentMapThumbnails(Lab& lab) : LabPart(lab) {}

  // Checks the recent files in a thread, unless they were checked in the last seconds.
  void look();
  // Makes the picture of a file that was just opened or saved.
  void changed(const std::string& path);
  // Returns what the last check of the file has found; null: it was not checked yet.
  const CheckedFile* seen(const std::string& path) const;
  void poll();
  bool working() const { return job_.running(); }
  uint64_t version() const { return version_; }  // changes with every new result

 private:
  using CheckedFiles = std::map<std::string, CheckedFile>;
  void start(std::vector<std::string> paths);

  Job<CheckedFiles> job_;
  CheckedFiles seen_;
  // Files that have changed while the thread was working.
  std::set<std::string> due_;
  double looked_at_ = -1;  // time of the last check in seconds, by the lab's clock
  std::vector<std::string> looked_;
  uint64_t version_ = 0;
};

}  // namespace strata
