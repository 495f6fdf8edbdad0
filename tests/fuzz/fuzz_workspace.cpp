// Any bytes as a workspace: an error that names the file, or a map and settings that are written and read back the
// same, of which no command may reach beyond the screen.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "app/base/command_parameters.hpp"
#include "app/base/untrusted_commands.hpp"
#include "app/features/workspace/workspace_file.hpp"
#include "core/base/check.hpp"

namespace {

bool lies_beside(const std::string& file) {
  const std::filesystem::path path(file);
  for (const auto& part : path) {
    if (part == "..") return false;
  }
  return !path.is_absolute();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const auto parsed = parse_workspace({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!parsed) {
    STRATA_CHECK(parsed.error().where.starts_with("fuzz"));
    STRATA_CHECK(!parsed.error().what.empty());
    return 0;
  }
  const WorkspaceFile& file = parsed.value();
  STRATA_CHECK(file.map.empty() != file.cells.empty());
  STRATA_CHECK(lies_beside(file.map));
  STRATA_CHECK(file.commands.size() == file.lines.size());
  for (const Command& command : file.commands) {
    const CommandInfo* info = command_named(command.name);
    STRATA_CHECK(info != nullptr && may_give(UntrustedFileKind::kWorkspace, *info));
    STRATA_CHECK(info->group != CommandGroup::kFile || command.name == "terrain.next_letters");
    // What names a file names one beside the workspace.
    Command named = command;
    const std::string* name = path_word(named);
    STRATA_CHECK(name != nullptr || info->usage.find("PATH") == std::string_view::npos);
    if (name != nullptr) STRATA_CHECK(!name->empty() && lies_beside(*name));
  }
  const auto again = parse_workspace(format_workspace(file), "again");
  STRATA_CHECK(again.ok());
  STRATA_CHECK(again.value() == file);
  return 0;
}
