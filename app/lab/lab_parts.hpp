// Purpose: Lab::Parts owns all parts of the lab. Include it only where the complete types of all parts are needed.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/document.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lab/view_searches.hpp"

namespace strata {

struct Lab::Parts {
  explicit Parts(Lab& lab);

  Session session;
  KeyTable keys;
  LargeMapTask large_map_task;
  RecoveryController recovery;
  CommandLog log;
  QueryController query;
  Inspector inspector;
  Strokes strokes;
  UndoHistory undo_history;
  Gestures gestures;
  ViewSearches view_searches;
  Charts charts;
  ScriptState scripts;
  StructureController structures;
  std::vector<std::pair<const Feature*, std::unique_ptr<FeatureController>>> controllers;
  // The documents of all controllers that have one.
  std::vector<Document*> documents;
};

}  // namespace strata
