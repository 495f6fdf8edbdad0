#version 330 core
// Symbols of constant size in pixels at a place of the map.
uniform vec2 u_view;
uniform vec2 u_origin;
uniform float u_zoom;
uniform float u_pixel;
uniform float u_size;
out vec2 v_offset;
flat out float v_radius;
flat out int v_shape;
flat out vec4 v_color;

uniform usamplerBuffer u_things;

const vec2 kCorners[6] = vec2[6](vec2(0, 0), vec2(1, 0), vec2(0, 1), vec2(0, 1), vec2(1, 0), vec2(1, 1));
uint word(int at) { return texelFetch(u_things, at).r; }
float number(int at) { return uintBitsToFloat(word(at)); }
vec4 color(int at) {
  uint c = word(at);
  return vec4(c & 255u, c >> 8 & 255u, c >> 16 & 255u, c >> 24) / 255.0;
}

void main() {
  int at = gl_VertexID / 6 * 6;
  vec2 corner = kCorners[gl_VertexID % 6] * 2.0 - 1.0;
  float radius = u_size * max(number(at + 2) * u_pixel, number(at + 3) * u_zoom);
  v_offset = corner * (radius + 3.0 * u_pixel + 1.0);
  v_radius = radius;
  v_shape = int(word(at + 4));
  v_color = color(at + 5);
  vec2 p = ((vec2(number(at), number(at + 1)) - u_origin) * u_zoom + v_offset) / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
