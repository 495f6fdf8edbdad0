#version 330 core
uniform float u_opacity;
uniform float u_pixel;
in vec2 v_along;
flat in float v_length;
flat in vec4 v_color;
flat in vec2 v_half_dash;
flat in float v_before;
out vec4 o_color;

void main() {
  float x = v_along.x - clamp(v_along.x, 0.0, v_length);
  float d = length(vec2(x, v_along.y));
  float alpha = 1.0 - smoothstep(v_half_dash.x - 0.5, v_half_dash.x + 0.5, d);
  if (v_half_dash.y > 0.0) {
    // Long dashes have shorter gaps (kMostGap in draw_list.hpp), so that a line is still seen as one.
    float period = v_half_dash.y + min(v_half_dash.y, 15.0 * u_pixel);
    float f = mod(v_before + v_along.x, period);
    alpha *= 1.0 - smoothstep(-0.5, 0.5, f - v_half_dash.y) * smoothstep(-0.5, 0.5, period - f);
  }
  o_color = vec4(v_color.rgb, v_color.a * alpha * u_opacity);
}
