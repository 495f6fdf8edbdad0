#include "app/gl.hpp"

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

GlInstances::~GlInstances() {
  if (buffer_) glDeleteBuffers(1, &buffer_);
  if (array_) glDeleteVertexArrays(1, &array_);
}

void GlInstances::create(size_t stride, const std::vector<Attribute>& attributes) {
  stride_ = stride;
  glGenVertexArrays(1, &array_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  for (const auto& attribute : attributes) {
    glEnableVertexAttribArray(attribute.index);
    const auto* offset = reinterpret_cast<const void*>(attribute.offset);
    if (attribute.type == GL_UNSIGNED_INT) {
      glVertexAttribIPointer(attribute.index, attribute.components, attribute.type, static_cast<GLsizei>(stride),
                             offset);
    } else {
      glVertexAttribPointer(attribute.index, attribute.components, attribute.type, attribute.type == GL_UNSIGNED_BYTE,
                            static_cast<GLsizei>(stride), offset);
    }
    glVertexAttribDivisor(attribute.index, 1);
  }
  glBindVertexArray(0);
}

void GlInstances::upload(const void* data, size_t count) {
  count_ = count;
  if (count == 0) return;
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  if (count > capacity_) capacity_ = std::max(count, capacity_ * 2);
  // A fresh store each time, so that the driver need not wait for the frame before.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(capacity_ * stride_), nullptr, GL_STREAM_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(count * stride_), data);
}

void GlInstances::draw() const {
  if (count_ == 0) return;
  glBindVertexArray(array_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count_));
  glBindVertexArray(0);
}

}  // namespace strata
