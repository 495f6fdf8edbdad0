# Writes OUTPUT, a header that holds the text of each file of SHADERS (a list joined by '|') as a constant.
# Called as a script: cmake -DOUTPUT=... -DSHADERS=... -P embed_shaders.cmake
string(REPLACE "|" ";" files "${SHADERS}")
set(content "// Generated from shaders/. Do not edit.\n#pragma once\n\nnamespace strata::shaders {\n")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  string(REGEX REPLACE "[^A-Za-z0-9]" "_" name "${name}")
  file(READ "${file}" text)
  string(APPEND content "inline constexpr char ${name}[] = R\"GLSL(${text})GLSL\";\n")
endforeach()
string(APPEND content "}  // namespace strata::shaders\n")
file(WRITE "${OUTPUT}" "${content}")
