#version 330 core
// Filled rectangles in map coordinates.
uniform vec2 u_view;
uniform vec2 u_origin;
uniform float u_zoom;
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
  int at = gl_VertexID / 6 * 5;
  vec2 corner = kCorners[gl_VertexID % 6];
  vec4 rect = (vec4(number(at), number(at + 1), number(at + 2), number(at + 3)) - u_origin.xyxy) * u_zoom;
  v_color = color(at + 4);
  vec2 p = mix(rect.xy, rect.zw, corner) / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
