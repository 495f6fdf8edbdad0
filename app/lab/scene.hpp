// Purpose: A Scene is the complete content of a lab as a value, like a memory snapshot: the map, the query, the
//          settings, the content of features, the cursor of the stepped search, and the view. A lab that opens a scene
//          becomes equal to the lab that the scene was taken from. Lessons use scenes for their steps, for the user's
//          work before the lesson, and for the hidden lab that computes the answer to a question.
// Differs: Structures are built from the map again. Rooms, polygons and groups that were updated by edits may have
//          another shape after this fresh build, but give the same answers.
// Errors: A setting that is not possible in the lab, such as a layer of a structure that does not fit into memory,
//         stays unchanged. The rest is opened, and the first such error is returned.
// Threads: The lab's thread.
#pragma once

#include <any>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/terrain_looks.hpp"
#include "app/lab/lab_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/setup.hpp"
#include "app/lab/undo_history.hpp"
#include "core/base/result.hpp"
#include "core/grid/history.hpp"
#include "core/io/movingai.hpp"

namespace strata {

class Lab;
class Level;

// A position in the stepped recording. While several searches are compared, a common play head moves them; it may be
// beyond the end of the first search.
struct ScenePosition {
  bool ended = true;  // all searches are at their ends
  // The position is that of the play head, `head`; false: it is that of the cursor, `cursor`.
  bool by_head = false;
  size_t cursor = 0;
  double head = 0;
};

struct Scene {
  // The map, and the data about its file.
  std::shared_ptr<const GridMap> map;
  std::shared_ptr<const Level> level;  // null: the map shows no level
  std::string level_path, map_path, map_title, map_letters;
  std::vector<MapWarning> warnings;
  std::vector<Notice> notices;
  Session::FileState files;
  TerrainLooks looks;
  uint64_t strokes = 0;
  // The meter of the last stroke.
  UpdateMeterReading meter;

  WorldSetup world;  // rules of movement, and options of the structures that are on
  std::optional<PlanQuery> query;
  Setup setup;
  // Name of the stepped planner if the user has added it, as no command line can name it; otherwise empty.
  std::string added_traced;
  // The content of each controller, see SceneStateProvider.
  std::vector<std::any> contents;
  // The lines with which a reproduction of the state begins.
  std::vector<std::string> log;
  // Process::begin_line of the process that is stepped; empty: a search is stepped.
  std::string process;
  ScenePosition moment;
  std::optional<Cell> inspected;
  Camera camera;
  ChartState chart;

  // The undo history. The edits of features in it refer to the lab that the scene was taken from.
  History edits;
  UndoHistory::FeatureEdits feature_edits;
};

// Returns the present content of the lab. Its structures may still be building.
Scene scene_of(const Lab& lab);
// Which undo history a scene restores. kMap: that of the map. kAll: that of features, too, which is possible only
// in the same lab.
enum class SceneUndoScope : uint8_t { kMap, kAll };
Status open_scene(Lab& lab, const Scene& scene, SceneUndoScope history = SceneUndoScope::kMap);

}  // namespace strata
