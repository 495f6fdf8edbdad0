// Purpose: parse_gltf reads the triangles of a glTF file, as text (.gltf) or with its data in one file (.glb), as the
//          mesh of a level: the meshes of the nodes of the default scene, with the transforms of these nodes.
// Source: The Khronos Group, glTF 2.0 Specification, 2021, sections 3 and 4; the extension KHR_mesh_quantization.
// Differs: Materials, textures, skins, morph targets, animations and cameras are not read. Points and lines are left
//          out with a note. Sparse accessors and compressed meshes are refused. This reader is used instead of
//          tinygltf, which ends the program on deeply nested values, does not check accessors, and names no place.
// Units: Metres, with y up and counterclockwise fronts, as the standard says; the import can change them.
// Errors: "FILE:LINE: reason" for .gltf, "FILE: byte N: reason" for .glb. Whatever a file claims about sizes is
// compared
//         with the data that exist, and with the limits, before memory is taken for it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/io/obj_file.hpp"

namespace strata {

// Returns the bytes of a file that the glTF file names.
using GltfFileSource = std::function<Result<std::string>(const std::string& file)>;

Result<ObjMesh> parse_gltf(std::string_view bytes, const std::string& name, const GltfFileSource& files,
                           const ObjLimits& limits = {}, const ObjImport& import = {});
// Returns the source for the files beside `path` or in a folder below; of other paths only the name counts.
GltfFileSource gltf_files_beside(const std::string& path);

}  // namespace strata
