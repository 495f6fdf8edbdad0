// Purpose: This header includes OpenGL 3.3 core and declares the helpers of the renderer. Only renderer*.cpp, gl.cpp,
//          picture_textures.cpp and window.cpp include it.
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

// A linked shader program. An error contains what the compiler has reported.
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

// Many small shapes of one kind (rectangles, lines, symbols), which one call draws as two triangles each. The vertex
// shader reads shape number gl_VertexID / 6 from a buffer texture of 32-bit words. Instanced drawing would be ten times
// slower on drivers without a graphics card.
class GlPrimitives {
 public:
  GlPrimitives() = default;
  GlPrimitives(const GlPrimitives&) = delete;
  GlPrimitives& operator=(const GlPrimitives&) = delete;
  ~GlPrimitives();

  // Uploads `count` primitives of `size` bytes each, a multiple of 4.
  void upload(const void* data, size_t count, size_t size);
  // Draws the shapes. The program must be in use, and its sampler must be that of texture unit 0.
  void draw() const;
  size_t count() const { return count_; }

 private:
  GLuint buffer_ = 0;
  GLuint texture_ = 0;
  size_t count_ = 0;
  // Size of the buffer in bytes.
  size_t capacity_ = 0;
};

}  // namespace strata
