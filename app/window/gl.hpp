// Purpose: This header has OpenGL 3.3 core and the helpers of the renderer. Only renderer*.cpp, gl.cpp,
//          picture_textures.cpp and window.cpp include this.
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

// A linked shader program. Errors hold the compiler's log.
class GlProgram {
 public:
  GlProgram() = default;
  static Result<GlProgram> build(const std::string& name, const char* vertex, const char* fragment);
  GlProgram(GlProgram&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  GlProgram& operator=(GlProgram&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~GlProgram();

  void use() const { glUseProgram(id_); }
  GLint uniform(const char* name) const { return glGetUniformLocation(id_, name); }

 private:
  GLuint id_ = 0;
};

// Many small things of one kind (rectangles, lines, symbols), each drawn as two triangles, in one call. The vertex
// shader fetches its thing from a buffer texture of 32-bit words by gl_VertexID / 6: software drivers draw instances
// one at a time, which is an order of magnitude slower.
class GlThings {
 public:
  GlThings() = default;
  GlThings(const GlThings&) = delete;
  GlThings& operator=(const GlThings&) = delete;
  ~GlThings();

  // Uploads `count` things of `size` bytes each; the size must be in whole words.
  void upload(const void* data, size_t count, size_t size);
  // Draws the things. The program must be in use and its sampler on unit 0.
  void draw() const;
  size_t count() const { return count_; }

 private:
  GLuint buffer_ = 0;
  GLuint texture_ = 0;
  size_t count_ = 0;
  size_t capacity_ = 0;  // bytes
};

}  // namespace strata
