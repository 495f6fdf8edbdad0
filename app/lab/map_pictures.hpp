// Purpose: MapPictures has small pictures of the maps in recent files, for lists of them. A thread makes a picture from
//          the file when that is opened or saved, and looks at the files when a list is shown, so that no frame waits
//          for a disk. Pictures are kept in a folder beside other programs' caches.
// How: A picture belongs to a path, size and time of its file; of another version of the file it is made anew. The
// folder
//      has one file for each path, at most kMostFiles of them, the newest.
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

struct MapPicture {
  static constexpr int kMostWidth = 96, kMostHeight = 72;  // pixels
  int width = 0, height = 0;
  int map_width = 0, map_height = 0;  // cells
  std::vector<Rgba> pixels;           // by rows
  friend bool operator==(const MapPicture&, const MapPicture&) = default;
};
// Returns the picture of a map: a pixel has the mean colour of the cells below it.
MapPicture picture_of(const GridMap& map, const TerrainLooks& looks = usual_terrain_looks());

// What was seen of a file when it was looked at.
struct SeenFile {
  bool there = false;
  uint64_t bytes = 0;
  std::shared_ptr<const MapPicture> picture;  // null: the file holds no map, or none that can be read
};

// The version of a file of which a picture was made.
struct FileVersion {
  std::string path;
  uint64_t bytes = 0;
  int64_t time = 0;
  friend bool operator==(const FileVersion&, const FileVersion&) = default;
};
// Read and write the file of a picture in the folder. A file that is missing, damaged or of another version gives null.
std::shared_ptr<const MapPicture> load_picture(const std::string& folder, const FileVersion& version);
Status save_picture(const std::string& folder, const FileVersion& version, const MapPicture& picture);

class MapPictures : public LabPart {
 public:
  static constexpr size_t kMostFiles = 48;  // of a few kilobytes each, see MapPicture

  explicit MapPictures(Lab& lab) : LabPart(lab) {}

  // Looks at the recent files in a thread, unless that was done a moment ago.
  void look();
  // Makes the picture of a file that was opened or saved.
  void changed(const std::string& path);
  // Returns what was seen of the file; null: it was not looked at yet.
  const SeenFile* seen(const std::string& path) const;
  void poll();
  bool working() const { return job_.running(); }
  uint64_t version() const { return version_; }  // changes when something was seen

 private:
  using Seen = std::map<std::string, SeenFile>;
  void start(std::vector<std::string> paths);

  Job<Seen> job_;
  Seen seen_;
  std::set<std::string> due_;  // files that changed while the thread was at work
  double looked_at_ = -1;      // seconds, by the lab's clock
  std::vector<std::string> looked_;
  uint64_t version_ = 0;
};

}  // namespace strata
