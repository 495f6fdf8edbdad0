#version 330 core
uniform float u_pixel;
uniform float u_opacity;
in vec2 v_offset;
flat in float v_radius;
flat in int v_shape;
flat in vec2 v_heading;
flat in vec4 v_color;
out vec4 o_color;

float box(vec2 p, vec2 half_size) {
  vec2 d = abs(p) - half_size;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

// Signed distance to the sign's edge, in pixels.
float sign_at(vec2 p, float r) {
  if (v_shape == 0) {  // walks: an arrow head, notched behind
    vec2 q = vec2(dot(p, vec2(-v_heading.y, v_heading.x)), dot(p, v_heading));
    float sides = (abs(q.x) * 1.55 + q.y - r) * 0.542;
    float notch = (-q.y - abs(q.x) * 0.4 - r * 0.58) * 0.928;
    return max(sides, notch);
  }
  if (v_shape == 1) return box(p, vec2(r * 0.72));                       // waits: a square
  if (v_shape == 2) return abs(length(p) - r * 0.66) - r * 0.18;         // is planned: a ring
  if (v_shape == 4) {                                                    // has no way: a cross
    vec2 q = vec2(p.x + p.y, p.x - p.y) * 0.7071;
    return min(box(q, vec2(r, r * 0.3)), box(q, vec2(r * 0.3, r)));
  }
  if (v_shape == 5) return (abs(p.x) + abs(p.y) - r) * 0.7071;           // its goal is blocked: a diamond
  if (v_shape == 6) return max(abs(p.x) * 0.866 + p.y * 0.5, -p.y) - r * 0.5;  // walled in: a triangle on its tip
  return length(p) - r * (v_shape == 3 ? 0.72 : 1.0);                    // has arrived: a disc; from afar: a dot
}

void main() {
  float d = sign_at(v_offset, v_radius);
  // A dark rim sets signs off from each other and from light ground.
  float rim = v_radius > 4.0 * u_pixel ? min(1.2 * u_pixel, v_radius * 0.16) : 0.0;
  float fill = 1.0 - smoothstep(-0.5, 0.5, d + rim * 0.5);
  float outer = 1.0 - smoothstep(-0.5, 0.5, d - rim * 0.5);
  float alpha = v_color.a * outer * u_opacity;
  if (alpha <= 0.0) discard;
  o_color = vec4(rim > 0.0 ? mix(v_color.rgb * 0.3, v_color.rgb, fill) : v_color.rgb, alpha);
}
