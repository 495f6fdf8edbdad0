#include "app/window/gl.hpp"

#include <algorithm>

namespace strata {
namespace {

Result<GLuint> compile(const std::string& name, GLenum kind, const char* text) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok) return shader;
  char log[2048] = "";
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  return error_at("shader " + name, std::string("does not compile: ") + log);
}

}  // namespace

Result<GlProgram> GlProgram::build(const std::string& name, const char* vertex, const char* fragment) {
  const auto vs = compile(name + ".vert", GL_VERTEX_SHADER, vertex);
  if (!vs) return vs.error();
  const auto fs = compile(name + ".frag", GL_FRAGMENT_SHADER, fragment);
  if (!fs) {
    glDeleteShader(vs.value());
    return fs.error();
  }
  GlProgram program;
  program.id_ = glCreateProgram();
  glAttachShader(program.id_, vs.value());
  glAttachShader(program.id_, fs.value());
  glLinkProgram(program.id_);
  glDeleteShader(vs.value());
  glDeleteShader(fs.value());
  GLint ok = 0;
  glGetProgramiv(program.id_, GL_LINK_STATUS, &ok);
  if (ok) return program;
  char log[2048] = "";
  glGetProgramInfoLog(program.id_, sizeof log, nullptr, log);
  return error_at("shader " + name, std::string("does not link: ") + log);
}

GlProgram::~GlProgram() {
  if (id_) glDeleteProgram(id_);
}

GlPrimitives::~GlPrimitives() {
  if (texture_) glDeleteTextures(1, &texture_);
  if (buffer_) glDeleteBuffers(1, &buffer_);
}

void GlPrimitives::upload(const void* data, size_t count, size_t size) {
  count_ = count;
  if (count == 0) return;
  if (buffer_ == 0) {
    glGenBuffers(1, &buffer_);
    glGenTextures(1, &texture_);
  }
  glBindBuffer(GL_TEXTURE_BUFFER, buffer_);
  const size_t bytes = count * size;
  if (bytes > capacity_) capacity_ = std::max(bytes, capacity_ * 2);
  // Each upload gets a new buffer store, so that the driver need not wait until the previous frame is drawn.
  glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(capacity_), nullptr, GL_DYNAMIC_DRAW);
  glBufferSubData(GL_TEXTURE_BUFFER, 0, static_cast<GLsizeiptr>(bytes), data);
  glBindTexture(GL_TEXTURE_BUFFER, texture_);
  glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffer_);
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
}

void GlPrimitives::draw() const {
  if (count_ == 0) return;
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_BUFFER, texture_);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(count_ * 6));
}

}  // namespace strata
