#include "app/lab/commands_keys.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/base/key_bindings.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {
namespace {

void keep(Lab& lab, KeyBindingChanges changes) {
  lab.settings().keys = std::move(changes);
  lab.session().save_settings();
}

// Returns the command line after the keys. It may be given as one argument or as several words.
std::string line_after_keys(const std::vector<std::string>& args) {
  if (args.size() == 2) return args[1];
  return format_command({args[1], {args.begin() + 2, args.end()}});
}

}  // namespace

Status key_bind(Lab& lab, const Command& command) {
  const std::string line = line_after_keys(command.args);
  if (command.args[0].empty()) return error_at("", "no key is named; key.unbind takes keys away");
  KeyBindingChanges changes = lab.keys().changes();
  const auto taken = bind_keys(changes, command.args[0], line);
  if (!taken) return taken.error();
  keep(lab, std::move(changes));
  std::string said = fmt::format("{} now runs {}", command.args[0], line);
  for (const UnboundKey& one : taken.value()) said += fmt::format("; {} is taken from '{}'", one.keys, one.title);
  lab.say(MessageKind::kInfo, said);
  return success();
}

Status key_unbind(Lab& lab, const Command& command) {
  KeyBindingChanges changes = lab.keys().changes();
  const auto taken = unbind_keys(changes, command.args[0]);
  if (!taken) return taken.error();
  keep(lab, std::move(changes));
  for (const UnboundKey& one : taken.value()) {
    lab.say(MessageKind::kInfo, fmt::format("{} does not run '{}' any more", one.keys, one.title));
  }
  return success();
}

Status key_reset(Lab& lab, const Command&) {
  const size_t changed = lab.keys().changes().size();
  keep(lab, {});
  lab.say(MessageKind::kInfo,
          changed == 0 ? "All keys are the usual ones already" : "All keys are the usual ones again");
  return success();
}

}  // namespace strata
