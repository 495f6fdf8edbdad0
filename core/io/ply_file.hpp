// Purpose: parse_ply reads the vertices and faces of a PLY file (polygon file format), as text or as bytes of either
//          order, as the mesh of a level.
// Source: Turk, The PLY Polygon File Format, 1994.
// Differs: Properties and elements other than the coordinates of `vertex` and the list `vertex_indices` (or
//          `vertex_index`) of `face` are skipped. Triangle strips are not read.
// Units: Those of the file, unless the import changes them. The format does not say which axis points up.
// Errors: "FILE:LINE: reason" for the header and text, "FILE: byte N: reason" for bytes. The counts of the header are
//         compared with the limits and with the size of the file before anything is read.
#pragma once

#include <string>
#include <string_view>

#include "core/io/obj_file.hpp"

namespace strata {

Result<ObjMesh> parse_ply(std::string_view bytes, const std::string& name, const ObjLimits& limits = {},
                          const ObjImport& import = {});

}  // namespace strata
