#version 330 core
// Filled convex shapes of up to four corners in map coordinates.
uniform vec2 u_view;
uniform vec2 u_origin;
uniform float u_zoom;
flat out vec4 v_color;

uniform usamplerBuffer u_things;

// Of the two triangles that it falls into.
const int kCorners[6] = int[6](0, 1, 2, 0, 2, 3);
uint word(int at) { return texelFetch(u_things, at).r; }
float number(int at) { return uintBitsToFloat(word(at)); }
vec4 color(int at) {
  uint c = word(at);
  return vec4(c & 255u, c >> 8 & 255u, c >> 16 & 255u, c >> 24) / 255.0;
}

void main() {
  int at = gl_VertexID / 6 * 9;
  int corner = kCorners[gl_VertexID % 6];
  v_color = color(at + 8);
  vec2 p = (vec2(number(at + corner), number(at + 4 + corner)) - u_origin) * u_zoom / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
