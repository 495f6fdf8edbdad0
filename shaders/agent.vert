#version 330 core
// Agents of a crowd: a sign of a share of a cell in size, turned the way it walks; a dot from afar.
uniform vec2 u_view;
uniform vec2 u_origin;
uniform float u_zoom;
uniform float u_pixel;
out vec2 v_offset;
flat out float v_radius;
flat out int v_shape;
flat out vec2 v_heading;
flat out vec4 v_color;

uniform usamplerBuffer u_things;

const vec2 kCorners[6] = vec2[6](vec2(0, 0), vec2(1, 0), vec2(0, 1), vec2(0, 1), vec2(1, 0), vec2(1, 1));
uint word(int at) { return texelFetch(u_things, at).r; }
float number(int at) { return uintBitsToFloat(word(at)); }

void main() {
  int at = gl_VertexID / 6 * 4;
  vec2 corner = kCorners[gl_VertexID % 6] * 2.0 - 1.0;
  uint sign_word = word(at + 2);
  float size = float(sign_word >> 8 & 255u);
  float radius = (size > 1.0 ? 0.42 * size : 0.36) * u_zoom;
  float least = clamp(0.75 * u_zoom, 1.3 * u_pixel, 2.2 * u_pixel);  // to be seen among the lines of graphs
  int heading = int(sign_word >> 4 & 15u);
  v_shape = int(sign_word & 15u);
  if (radius < 2.2 * u_pixel) v_shape = 7;  // too small for signs
  v_radius = max(radius, least);
  v_heading = heading < 8 ? vec2(sin(float(heading) * 0.785398), -cos(float(heading) * 0.785398)) : vec2(0.0, -1.0);
  v_offset = corner * (v_radius * 1.15 + 1.5 * u_pixel + 1.0);
  uint c = word(at + 3);
  v_color = vec4(c & 255u, c >> 8 & 255u, c >> 16 & 255u, c >> 24) / 255.0;
  vec2 p = ((vec2(number(at), number(at + 1)) - u_origin) * u_zoom + v_offset) / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
