#version 330 core
// Symbols of constant size in pixels at a place of the map.
uniform vec2 u_view;
uniform vec2 u_origin;
uniform float u_zoom;
uniform float u_pixel;
layout(location = 0) in vec2 i_center;
layout(location = 1) in vec2 i_radius;  // UI pixels; at least this share of a cell
layout(location = 2) in uint i_shape;
layout(location = 3) in vec4 i_color;
out vec2 v_offset;
flat out float v_radius;
flat out int v_shape;
flat out vec4 v_color;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  float radius = max(i_radius.x * u_pixel, i_radius.y * u_zoom);
  v_offset = corner * (radius + 3.0 * u_pixel + 1.0);
  v_radius = radius;
  v_shape = int(i_shape);
  v_color = i_color;
  vec2 p = ((i_center - u_origin) * u_zoom + v_offset) / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
