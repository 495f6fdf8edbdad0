// Purpose: A Document is work of a feature that has files of its own besides the map's file, such as a drawn graph. It
//          can be opened and saved, the user is asked before unsaved changes are lost, and recovery copies contain it.
// Errors: "FILE: reason".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/grid/cell.hpp"

namespace strata {

class Document {
 public:
  virtual ~Document() = default;

  // Returns the extension of its files: "graph".
  virtual std::string_view kind() const = 0;
  // Returns the extensions, with the dot, and titles of files of other programs that open as such a document.
  virtual std::vector<std::pair<std::string_view, std::string_view>> other_kinds() const { return {}; }
  // Returns whether the file at path() has the format of text(), and not that of another program.
  virtual bool path_has_own_format() const { return true; }
  // Returns the command that opens such a file: "graph.open". With the argument "here" it puts the document on the open
  // map instead of opening the map that the file names.
  virtual std::string_view open_command() const = 0;
  // Returns what sentences call the document: "the drawn graph".
  virtual std::string_view name() const = 0;

  virtual Status open(const std::string& path) = 0;
  // Returns the map that the file refers to and that is opened with it; empty if the file names none.
  virtual Result<std::string> map_of(const std::string& /*path*/) const { return std::string(); }
  // Returns the path of a file of this kind beside the file of a map, with the same name; empty if there is none.
  virtual std::string beside(const std::string& /*map*/) const { return {}; }
  virtual const std::string& path() const = 0;  // path of its file; empty: it was never saved
  // Returns whether saving must ask for a file name: the document has no file, or its file must not be overwritten.
  virtual bool save_needs_name() const = 0;
  virtual bool unsaved() const = 0;  // the content differs from the file
  // Returns whether the document has no content, whatever its file contains.
  virtual bool empty() const = 0;
  virtual Status save() = 0;  // saves to its file, or beside the map if save_needs_name()

  // The following functions serve recovery copies, which save unsaved work from a crash.
  virtual uint64_t version() const = 0;  // changes when the content changes
  virtual std::string text() const = 0;  // the content in the file format; empty: no content
  // Returns the plural noun for its items: "nodes".
  virtual std::string_view parts() const = 0;
  // Reads the text of the document's file in a recovery copy, without changing the document yet; messages call the file
  // `name`. Returns the cells that the content covers; empty: it covers none.
  virtual Result<Rect> read_copy(std::string_view text, const std::string& name) = 0;
  virtual void leave_copy() = 0;  // discards what read_copy() has read
  // Makes what read_copy() has read the content of the document; the map of the copy is open by then. `path` is
  // the document's own file and may be empty. `confirmed`: the user knows that file; otherwise the next save
  // asks for a name.
  virtual void take_copy(const std::string& path, bool confirmed) = 0;
};

}  // namespace strata
