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

  // The ending of its files, "graph". The command "graph.open PATH here" opens one on the map that is open.
  virtual std::string_view kind() const = 0;
  virtual std::string_view name() const = 0;  // in sentences: "the drawn graph"

  virtual Status open(const std::string& path) = 0;
  // A file of this kind that lies beside the file of a map and goes by its name; empty: none is offered.
  virtual std::string beside(const std::string& /*map*/) const { return {}; }
  virtual const std::string& path() const = 0;  // of its file; empty: it was never saved
  virtual bool save_needs_name() const = 0;     // it has no file, or one that is left as it is
  virtual bool unsaved() const = 0;             // it is not as its file has it
  virtual Status save() = 0;                    // into its file, or where that needs a name beside the map

  // The recovery copy.
  virtual uint64_t version() const = 0;        // changes with the content
  virtual std::string text() const = 0;        // of a file; empty: there is nothing to be kept
  virtual std::string_view parts() const = 0;  // what it is made of: "nodes"
  // Its part of a copy comes back: it is read, without any change yet. The cells that it lies on; empty: none.
  virtual Result<Rect> read_copy(const std::string& path) = 0;
  virtual void leave_copy() = 0;  // what was read is of no use
  // The map of the copy is open: what was read, if anything, takes its place on it. `path`: of its file, may be empty.
  virtual void take_copy(const std::string& path) = 0;
};

}  // namespace strata
