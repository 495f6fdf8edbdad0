#version 330 core
// Terrain letters to colours, with a pattern per terrain as second cue, and the pictures of a heuristic and of a search.
uniform usampler2D u_letters;   // one letter a cell
uniform usampler2D u_terrain;   // 256 x 1: letter to terrain
uniform usampler2D u_heat;      // search picture: one byte a cell
uniform sampler2D u_heat_colors;  // 256 x 1: byte to colour
uniform usampler2D u_field;     // picture of the heuristic, below that of the search
uniform sampler2D u_field_colors;
uniform usampler2D u_other;     // the picture of a second search, whose difference from the first is shown
uniform sampler2D u_difference_colors;  // 256 x 3: byte to colour; only the first, only the second, both
uniform int u_difference;
uniform usampler2D u_upper;     // the same, on it
uniform usampler2D u_ground;    // how light the ground is: 1 dark, 255 light, 0: as it is
uniform vec4 u_rect;
uniform float u_zoom;
uniform float u_pixel;          // size of a UI pixel (the UI scale)
uniform vec3 u_color[5];
uniform vec3 u_ink[5];
uniform int u_enterable;        // bit per terrain
uniform float u_heat_alpha;     // 0: off
uniform vec2 u_heat_parts;      // what the alpha of expanded cells, and of open ones, is multiplied by
uniform float u_field_alpha;    // 0: off
uniform float u_upper_alpha;    // 0: off
uniform float u_ground_alpha;   // 0: off
in vec2 v_map;
out vec4 o_color;

int terrain_at(ivec2 cell) {
  ivec2 size = textureSize(u_letters, 0);
  uint letter = texelFetch(u_letters, clamp(cell, ivec2(0), size - 1), 0).r;
  return int(texelFetch(u_terrain, ivec2(int(letter), 0), 0).r);
}

bool enterable(int terrain) { return ((u_enterable >> terrain) & 1) != 0; }

vec4 heat_at(ivec2 cell) {
  ivec2 size = textureSize(u_heat, 0);
  uint value = texelFetch(u_heat, clamp(cell, ivec2(0), size - 1), 0).r;
  vec4 parts = vec4(1.0, 1.0, 1.0, value > 2u ? u_heat_parts.x : u_heat_parts.y);
  if (u_difference == 0) return parts * texelFetch(u_heat_colors, ivec2(int(value), 0), 0);
  uint other = texelFetch(u_other, clamp(cell, ivec2(0), size - 1), 0).r;
  bool first = value >= 2u, second = other >= 2u;  // expanded so far
  if (!first && !second) return vec4(0.0);
  vec4 color = texelFetch(u_difference_colors, ivec2(int(first ? value : other), first ? (second ? 2 : 0) : 1), 0);
  return vec4(color.rgb, color.a * u_heat_parts.x);
}

vec4 field_at(ivec2 cell) {
  ivec2 size = textureSize(u_field, 0);
  uint value = texelFetch(u_field, clamp(cell, ivec2(0), size - 1), 0).r;
  return texelFetch(u_field_colors, ivec2(int(value), 0), 0);
}

vec4 upper_at(ivec2 cell) {
  ivec2 size = textureSize(u_upper, 0);
  uint value = texelFetch(u_upper, clamp(cell, ivec2(0), size - 1), 0).r;
  return texelFetch(u_field_colors, ivec2(int(value), 0), 0);
}

// What the colour of the ground is multiplied by.
float light_at(ivec2 cell) {
  ivec2 size = textureSize(u_ground, 0);
  uint value = texelFetch(u_ground, clamp(cell, ivec2(0), size - 1), 0).r;
  return value == 0u ? 1.0 : mix(1.0, mix(0.5, 1.15, float(value) / 255.0), u_ground_alpha);
}

// Distance in pixels to a repeating line.
float stripes(float at, float period) {
  float f = mod(at, period);
  return min(f, period - f);
}

// How much of the pattern's ink covers this place: 0..1. `p` in pixels from the cell's corner.
float pattern(int terrain, vec2 p, float size) {
  float w = 0.7 * u_pixel;
  float unit = size / 2.0;
  if (terrain == 4) {  // blocked: fine diagonals
    return 1.0 - smoothstep(w - 0.5, w + 0.5, stripes(p.x + p.y, size / 2.0) * 0.7071);
  }
  if (terrain == 2) {  // water: waves
    float wave = sin(p.x / size * 6.2832 * 1.0) * size * 0.07;
    return 1.0 - smoothstep(w, w + 1.0, stripes(p.y + wave + size * 0.25, unit));
  }
  if (terrain == 3) {  // trees: small triangles
    vec2 q = p / size - vec2(0.5, 0.24);
    float inside = max(abs(q.x) * 1.9 - q.y, q.y - 0.5);
    return 1.0 - smoothstep(0.0, 1.2 / size, inside - 0.01);
  }
  if (terrain == 1) {  // swamp: dots
    vec2 q = mod(p + size * 0.25, unit) - unit * 0.5;
    return 1.0 - smoothstep(size * 0.055, size * 0.055 + 1.0, length(q));
  }
  return 0.0;
}

void main() {
  vec2 local = v_map - u_rect.xy;
  vec3 color;
  vec4 heat = vec4(0.0);
  vec4 field = vec4(0.0);
  vec4 upper = vec4(0.0);
  if (u_zoom >= 1.0) {
    ivec2 cell = ivec2(floor(local));
    vec2 inside = fract(local);
    int terrain = terrain_at(cell);
    color = u_color[terrain];
    if (u_ground_alpha > 0.0) color = min(color * light_at(cell), vec3(1.0));
    float detail = smoothstep(7.0, 12.0, u_zoom / u_pixel);
    if (detail > 0.0) {
      color = mix(color, u_ink[terrain], detail * 0.55 * pattern(terrain, inside * u_zoom, u_zoom));
    }
    float shade_size = min(0.34, 9.0 * u_pixel / u_zoom);
    if (u_zoom > 3.0 * u_pixel && terrain != 4) {
      // Walls cast a soft shadow onto the floor beside them.
      float shade = 0.0;
      vec2 d;
      if (terrain_at(cell + ivec2(-1, 0)) == 4) shade = max(shade, 1.0 - inside.x / shade_size);
      if (terrain_at(cell + ivec2(1, 0)) == 4) shade = max(shade, 1.0 - (1.0 - inside.x) / shade_size);
      if (terrain_at(cell + ivec2(0, -1)) == 4) shade = max(shade, 1.0 - inside.y / shade_size);
      if (terrain_at(cell + ivec2(0, 1)) == 4) shade = max(shade, 1.0 - (1.0 - inside.y) / shade_size);
      vec2 corner = step(vec2(0.5), inside);
      ivec2 side = ivec2(corner) * 2 - 1;
      if (terrain_at(cell + side) == 4) {
        d = mix(inside, 1.0 - inside, corner) / shade_size;
        shade = max(shade, 1.0 - length(d));
      }
      color *= 1.0 - 0.30 * shade * shade;
    }
    if (u_field_alpha > 0.0) field = field_at(cell);
    if (u_upper_alpha > 0.0) upper = upper_at(cell);
    if (u_heat_alpha > 0.0) {
      heat = heat_at(cell);
      if (detail > 0.0 && heat.a > 0.0) {
        // A hair of floor shows around each searched cell, so that cells stay countable.
        vec2 edge = min(inside, 1.0 - inside) * u_zoom;
        heat.a *= mix(1.0, smoothstep(0.0, 1.0, min(edge.x, edge.y) / u_pixel), 0.6 * detail);
      }
    }
  } else {
    // Several cells a pixel: average a few of them instead of picking one.
    int n = int(clamp(ceil(1.0 / u_zoom), 2.0, 3.0));
    float spread = 1.0 / u_zoom;
    vec3 sum = vec3(0.0);
    vec4 heat_sum = vec4(0.0);
    vec4 field_sum = vec4(0.0);
    vec4 upper_sum = vec4(0.0);
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) {
        ivec2 cell = ivec2(floor(local + ((vec2(x, y) + 0.5) / float(n) - 0.5) * spread));
        vec3 own = u_color[terrain_at(cell)];
        if (u_ground_alpha > 0.0) own = min(own * light_at(cell), vec3(1.0));
        sum += own;
        if (u_heat_alpha > 0.0) {
          vec4 h = heat_at(cell);
          heat_sum += vec4(h.rgb * h.a, h.a);
        }
        if (u_field_alpha > 0.0) {
          vec4 f = field_at(cell);
          field_sum += vec4(f.rgb * f.a, f.a);
        }
        if (u_upper_alpha > 0.0) {
          vec4 c = upper_at(cell);
          upper_sum += vec4(c.rgb * c.a, c.a);
        }
      }
    }
    float count = float(n * n);
    color = sum / count;
    if (heat_sum.a > 0.0) heat = vec4(heat_sum.rgb / heat_sum.a, heat_sum.a / count);
    if (upper_sum.a > 0.0) upper = vec4(upper_sum.rgb / upper_sum.a, upper_sum.a / count);
    if (field_sum.a > 0.0) field = vec4(field_sum.rgb / field_sum.a, field_sum.a / count);
  }
  color = mix(color, field.rgb, field.a * u_field_alpha);
  color = mix(color, upper.rgb, upper.a * u_upper_alpha);
  color = mix(color, heat.rgb, heat.a * u_heat_alpha);
  o_color = vec4(color, 1.0);
}
