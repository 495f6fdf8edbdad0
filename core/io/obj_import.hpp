// Purpose: ObjImport says how the coordinates and faces of an .obj file are meant, as programs differ: which axis goes
//          up, the unit, the distance from 0, and which side of a face is visible. After reading, y goes up.
// Units: `scale` is the length of the file's unit in units of the level, metres by custom.
#pragma once

#include <cstdint>

namespace strata {

// With z up, y points to the back, as in Blender and Unreal; x stays x.
enum class ObjUp : uint8_t { kY, kZ, kMinusY, kMinusZ };
inline constexpr int kObjUps = 4;

struct ObjImport {
  ObjUp up = ObjUp::kY;
  float scale = 1;
  bool recentre = false;  // the middle of x and z, and the lowest y, become 0, wherever the file has them
  bool flip = false;      // the other side of each face is visible
  friend bool operator==(const ObjImport&, const ObjImport&) = default;
};

}  // namespace strata
