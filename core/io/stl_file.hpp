// Purpose: parse_stl reads the triangles of an STL file, as text or as bytes, as the mesh of a level.
// Source: 3D Systems, StereoLithography Interface Specification, 1988.
// Differs: Normals are not read: the order of the corners says which side is visible, as the specification demands of
//          both. A file of bytes may begin with "solid", as some programs write it.
// Shapes: Corners with the same coordinates become one vertex.
// Units: Those of the file, unless the import changes them. The format does not say which axis points up.
// Errors: "FILE:LINE: reason" for text, "FILE: byte N: reason" for bytes.
#pragma once

#include <string>
#include <string_view>

#include "core/io/obj_file.hpp"

namespace strata {

Result<ObjMesh> parse_stl(std::string_view bytes, const std::string& name, const ObjLimits& limits = {},
                          const ObjImport& import = {});

}  // namespace strata
