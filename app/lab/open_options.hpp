// Purpose: OpenOptionsQuestion asks the user with which options a map file is read, if the file leaves that open: which
//          of its layers counts, from which grey on a pixel is ground, what its numbers or letters stand for. The
//          answer is remembered for the file, and used without a question when the user opens it again.
// How: The dialog "open_options" shows LabState::open_options and changes it by `map.option`; its answer is the command
//      `map.open FILE SETTING=VALUE...`, which the log contains. Nothing is opened before that. Scripts, lessons, cards
//      and workspaces are never asked, and neither read nor change what is remembered.
// Errors: Those of the file's format (core/io/map_file.hpp), and of words (core/io/map_options.hpp).
// Threads: The lab's thread. A file that is large is read by a thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab_part.hpp"
#include "core/base/job.hpp"
#include "core/io/map_file.hpp"
#include "core/io/map_summary.hpp"

namespace strata {

struct MapOpening;
struct MapThumbnail;

// What the dialog shows.
struct OpenOptions {
  static constexpr size_t kMostValues = 16;  // values that get a choice of their own

  std::string path;
  MapSummary summary;
  std::vector<std::string> words;  // the choices, each as SETTING=VALUE
  // The map that the choices give: its picture and the number of cells of each terrain; null: it is being read, or
  // `problem` says why there is none.
  std::shared_ptr<const MapThumbnail> preview;
  std::array<uint64_t, kTerrains> cells{};
  std::string problem;
  bool reading = false;  // the preview is that of earlier choices

  // Returns the value of a setting among the words; empty if it is not there.
  std::string_view choice(std::string_view setting) const;
};
// Returns the values that get a choice: the most frequent ones, ascending.
std::vector<MapSummary::SummaryValue> values_with_choice(const MapSummary& summary);

// Returns why the options of the open map's file cannot be asked about; empty: they can.
std::string_view why_not_open_with(const Lab& lab);

// How a map file is read, and the words that say so. `chosen`: they are those of the user, and not of a script.
struct MapReading {
  MapFileOptions options;
  std::vector<std::string> words;
  bool chosen = false;
};

class OpenOptionsQuestion : public LabPart {
 public:
  explicit OpenOptionsQuestion(Lab& lab);
  ~OpenOptionsQuestion();

  // Called before the user's `map.open`. Returns true if it is not executed now, as the user is asked, or a thread
  // reads the file to find out whether to ask. `window` is the dialog that has given the command.
  bool asks(const Command& command, std::string_view window);
  // Asks about the file, whatever is remembered for it; about that of the open map if `path` is empty.
  Status ask(const std::string& path);
  // Changes a choice: "threshold=200".
  Status choose(const std::string& word);
  void poll();

  // Returns how a map file is read that is opened in this way.
  Result<MapReading> reading_of(const std::string& file, const MapOpening& how) const;
  // Returns the words that are remembered for the file; empty if there are none, or if they cannot be read any more.
  std::vector<std::string> remembered(const std::string& file) const;
  // Remembers the options of the open map for the file that it was opened from or saved to, if the user has chosen
  // them. Otherwise what is remembered for the file stays; unless `keeps`, it is forgotten, as the file is another one.
  void noted(const std::string& file, bool keeps = true);

 private:
  struct ReadMap;
  bool asked_by_hand() const;
  void show(const std::string& file, MapSummary summary, std::vector<std::string> given, std::string_view window);
  Status open_now(const Command& command, std::string_view window);
  void refresh(bool summarize);
  void take(ReadMap read);

  std::shared_ptr<OpenOptions> asked_;  // what LabState::open_options shows
  Job<ReadMap> job_;
  bool due_ = false, due_summary_ = false;  // the choices have changed while the thread was reading
};

}  // namespace strata
