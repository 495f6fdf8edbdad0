#version 330 core
// Line segments in map coordinates, of constant width in pixels, with round ends.
uniform vec2 u_view;
uniform vec2 u_origin;
uniform float u_zoom;
uniform float u_pixel;
layout(location = 0) in vec4 i_ends;
layout(location = 1) in vec2 i_width_dash;  // UI pixels; dash 0: solid
layout(location = 2) in vec4 i_color;
out vec2 v_along;
flat out float v_length;
flat out vec4 v_color;
flat out vec2 v_half_dash;

void main() {
  vec4 ends = (i_ends - u_origin.xyxy) * u_zoom;
  vec2 delta = ends.zw - ends.xy;
  float len = length(delta);
  vec2 dir = len > 0.0 ? delta / len : vec2(1.0, 0.0);
  vec2 side = vec2(-dir.y, dir.x);
  float half_width = i_width_dash.x * u_pixel * 0.5;
  float grow = half_width + 1.0;
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_along = vec2(mix(-grow, len + grow, corner.x), mix(-grow, grow, corner.y));
  v_length = len;
  v_color = i_color;
  v_half_dash = vec2(half_width, i_width_dash.y * u_pixel);
  vec2 p = (ends.xy + dir * v_along.x + side * v_along.y) / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
