#version 330 core
// A rectangle of the map (one tile of its texture).
uniform vec2 u_view;      // pixels
uniform vec2 u_origin;    // map position of the view's top left corner
uniform float u_zoom;     // pixels per cell
uniform vec4 u_rect;      // x0 y0 x1 y1, cells
out vec2 v_map;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_map = mix(u_rect.xy, u_rect.zw, corner);
  vec2 p = (v_map - u_origin) * u_zoom / u_view;
  gl_Position = vec4(p.x * 2.0 - 1.0, 1.0 - p.y * 2.0, 0.0, 1.0);
}
