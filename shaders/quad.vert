#version 330 core
// Filled rectangles in map coordinates.
uniform vec2 u_view;
uniform vec2 u_origin;
uniform float u_zoom;
layout(location = 0) in vec4 i_rect;
layout(location = 1) in vec4 i_color;
flat out vec4 v_color;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec4 rect = (i_rect - u_origin.xyxy) * u_zoom;
  v_color = i_color;
  vec2 p = mix(rect.xy, rect.zw, corner) / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
