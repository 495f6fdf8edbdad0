// Purpose: OpenGL 3.3 core, and the few helpers that the renderer is built from. Only renderer*.cpp, gl.cpp and
//          window.cpp include this.
#pragma once

#include <glad/gl.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

// A linked program, or the compiler's log.
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

// A vertex array of instances of one layout, drawn as triangle strips of four corners.
class GlInstances {
 public:
  struct Attribute {
    GLuint index;
    GLint components;
    GLenum type;  // GL_FLOAT, GL_UNSIGNED_BYTE (normalised)
    size_t offset;
  };
  GlInstances() = default;
  GlInstances(const GlInstances&) = delete;
  GlInstances& operator=(const GlInstances&) = delete;
  ~GlInstances();

  void create(size_t stride, const std::vector<Attribute>& attributes);
  void upload(const void* data, size_t count);
  void draw() const;
  size_t count() const { return count_; }

 private:
  GLuint array_ = 0;
  GLuint buffer_ = 0;
  size_t stride_ = 0;
  size_t count_ = 0;
  size_t capacity_ = 0;
};

}  // namespace strata
