// Purpose: Lab::Parts holds all parts of the lab, and includes their headers.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/lab/document.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/inspector.hpp"
#include "app/lab/large_work.hpp"
#include "app/lab/logbook.hpp"
#include "app/lab/query_desk.hpp"
#include "app/lab/recovery_desk.hpp"
#include "app/lab/script_desk.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"
#include "app/lab/structure_desk.hpp"
#include "app/lab/undo_history.hpp"
#include "app/lab/view_searches.hpp"

namespace strata {

struct Lab::Parts {
  explicit Parts(Lab& lab);

  Session session;
  LargeWork large_work;
  RecoveryDesk recovery;
  Logbook log;
  QueryDesk query;
  Inspector inspector;
  Strokes strokes;
  UndoHistory undo_history;
  Gestures gestures;
  ViewSearches view_searches;
  ScriptDesk scripts;
  StructureDesk structures;
  std::vector<std::pair<const Feature*, std::unique_ptr<Desk>>> desks;
  std::vector<Document*> documents;  // of the desks
};

}  // namespace strata
