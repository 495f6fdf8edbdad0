#version 330 core
uniform float u_pixel;
uniform float u_opacity;
in vec2 v_offset;
flat in float v_radius;
flat in int v_shape;
flat in vec4 v_color;
out vec4 o_color;

float box(vec2 p, vec2 half_size) {
  vec2 d = abs(p) - half_size;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

// Signed distance to the symbol's edge, in pixels.
float symbol(vec2 p, float r) {
  if (v_shape == 1) return abs(length(p) - r * 0.8) - r * 0.2;         // ring
  if (v_shape == 2) return box(p, vec2(r * 0.85));                    // square
  if (v_shape == 3) return (abs(p.x) + abs(p.y) - r * 1.15) * 0.7071;  // diamond
  if (v_shape == 4) {                                                 // cross
    vec2 q = vec2(p.x + p.y, p.x - p.y) * 0.7071;
    return min(box(q, vec2(r, r * 0.28)), box(q, vec2(r * 0.28, r)));
  }
  if (v_shape == 5) {  // triangle, pointing up
    return max(abs(p.x) * 0.866 - p.y * 0.5, p.y) - r * 0.55;
  }
  return length(p) - r;  // disc
}

void main() {
  float d = symbol(v_offset, v_radius);
  // Large symbols get a light rim, so that they stand out on any ground.
  float rim = v_radius > 5.0 * u_pixel ? 1.6 * u_pixel : 0.0;
  float fill = 1.0 - smoothstep(-0.5, 0.5, d);
  float outer = 1.0 - smoothstep(-0.5, 0.5, d - rim);
  float alpha = v_color.a * (rim > 0.0 ? max(fill, outer * 0.95) : fill) * u_opacity;
  if (alpha <= 0.0) discard;
  o_color = vec4(rim > 0.0 ? mix(vec3(1.0), v_color.rgb, fill) : v_color.rgb, alpha);
}
