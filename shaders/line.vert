#version 330 core
// Line segments in map coordinates, of constant width in pixels, with round ends.
uniform vec2 u_view;
uniform vec2 u_origin;
uniform float u_zoom;
uniform float u_pixel;
uniform float u_size;
out vec2 v_along;
flat out float v_length;
flat out vec4 v_color;
flat out vec2 v_half_dash;
flat out float v_before;

uniform usamplerBuffer u_things;

const vec2 kCorners[6] = vec2[6](vec2(0, 0), vec2(1, 0), vec2(0, 1), vec2(0, 1), vec2(1, 0), vec2(1, 1));
uint word(int at) { return texelFetch(u_things, at).r; }
float number(int at) { return uintBitsToFloat(word(at)); }
vec4 color(int at) {
  uint c = word(at);
  return vec4(c & 255u, c >> 8 & 255u, c >> 16 & 255u, c >> 24) / 255.0;
}

void main() {
  int at = gl_VertexID / 6 * 8;
  vec2 corner = kCorners[gl_VertexID % 6];
  vec4 ends = (vec4(number(at), number(at + 1), number(at + 2), number(at + 3)) - u_origin.xyxy) * u_zoom;
  vec2 delta = ends.zw - ends.xy;
  float len = length(delta);
  vec2 dir = len > 0.0 ? delta / len : vec2(1.0, 0.0);
  vec2 side = vec2(-dir.y, dir.x);
  float half_width = number(at + 4) * u_pixel * u_size * 0.5;
  float grow = half_width + 1.0;
  v_along = vec2(mix(-grow, len + grow, corner.x), mix(-grow, grow, corner.y));
  v_length = len;
  v_color = color(at + 6);
  v_half_dash = vec2(half_width, number(at + 5) * u_pixel);
  v_before = number(at + 7) * u_zoom;
  vec2 p = (ends.xy + dir * v_along.x + side * v_along.y) / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
