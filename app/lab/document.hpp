// Purpose: A Document is work of a feature that is kept in files of its own beside the map's. It can be opened and
//          saved, the user is asked before it would be lost, and it has a part in the recovery copy.
// Errors: "FILE: reason".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/grid/cell.hpp"

namespace strata {

class Document {
 public:
  virtual ~Document() = default;

  // Returns the ending of its files, "graph".
  virtual std::string_view kind() const = 0;
  // Returns the command that opens such a file, "graph.open"; with "here" as its last word it opens it on the open map.
  virtual std::string_view open_command() const = 0;
  virtual std::string_view name() const = 0;  // a name for sentences: "the drawn graph"

  virtual Status open(const std::string& path) = 0;
  // Returns the map that opening the file opens; empty if the file names none.
  virtual Result<std::string> map_of(const std::string& /*path*/) const { return std::string(); }
  // Returns a file of this kind with the same name beside the file of a map; empty if there is none to offer.
  virtual std::string beside(const std::string& /*map*/) const { return {}; }
  virtual const std::string& path() const = 0;  // path of its file; empty: it was never saved
  virtual bool save_needs_name() const = 0;     // it has no file, or one that must not be overwritten
  virtual bool unsaved() const = 0;             // it differs from its file
  virtual bool empty() const = 0;               // it holds nothing, whatever its file holds
  virtual Status save() = 0;                    // saves to its file; if that needs a name, to a file beside the map

  // The next functions are for the recovery copy.
  virtual uint64_t version() const = 0;        // changes when the content changes
  virtual std::string text() const = 0;        // text of a file; empty: there is no content to keep
  virtual std::string_view parts() const = 0;  // the word for its parts: "nodes"
  // Reads the document's part of a recovery copy, without any change yet. Returns the cells that the content covers;
  // empty if there are none.
  virtual Result<Rect> read_copy(const std::string& path) = 0;
  // The same for the text of a file; `name` names it in messages.
  virtual Result<Rect> read_copy_text(std::string_view text, const std::string& name) = 0;
  virtual void leave_copy() = 0;  // discards what was read
  // Takes over what was read, if anything, once the map of the copy is open. `path` is the path of the document's file;
  // it may be empty. `confirmed`: the user knows of that file; otherwise saving asks for a name once.
  virtual void take_copy(const std::string& path, bool confirmed) = 0;
};

}  // namespace strata
