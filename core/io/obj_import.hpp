// Purpose: ObjImport says how to interpret the coordinates and faces of an .obj file, because programs differ: the
//          axis that points up, the unit, the offset from the origin, and the visible side of faces. After
//          reading, y points up.
// Units: `scale` is the length of the file's unit in units of the level, usually metres.
#pragma once

#include <cstdint>

namespace strata {

// If z points up in the file, y points to the back, as in Blender and Unreal; x stays x.
enum class ObjUpAxis : uint8_t { kY, kZ, kMinusY, kMinusZ };
inline constexpr int kObjUps = 4;

struct ObjImport {
  ObjUpAxis up = ObjUpAxis::kY;
  float scale = 1;
  bool recentre = false;  // move the level so that the middle of x and z, and the lowest y, become 0
  bool flip = false;      // exchange the visible and the invisible side of each face
  friend bool operator==(const ObjImport&, const ObjImport&) = default;
};

}  // namespace strata
