// Purpose: ObjImport says how the coordinates and faces of an .obj file are meant, as programs differ: which axis goes
//          up, in which unit, how far from 0, and which side of a face is seen. After reading, y goes up.
// Units: `scale` is the length of the file's unit in those of the level, by custom metres.
#pragma once

#include <cstdint>

namespace strata {

// Where z goes up y points to the back, as in Blender and Unreal; x stays x.
enum class ObjUp : uint8_t { kY, kZ, kMinusY, kMinusZ };
inline constexpr int kObjUps = 4;

struct ObjImport {
  ObjUp up = ObjUp::kY;
  float scale = 1;
  bool recentre = false;  // the middle of x and z, and the lowest y, become 0; the file may then lie anywhere
  bool flip = false;      // the other side of each face is seen
  friend bool operator==(const ObjImport&, const ObjImport&) = default;
};

}  // namespace strata
