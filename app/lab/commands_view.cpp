// Commands for layers, camera and interface, and commands of scripts that wait, assert and write files.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/base/command_arguments.hpp"
#include "app/base/command_parameters.hpp"
#include "app/lab/commands_keys.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/first_run.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/long_work.hpp"
#include "app/lab/presentation.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/structure_controller.hpp"
#include "app/lab/view_searches.hpp"
#include "app/lab/world_reader.hpp"
#include "core/hpa/hpa_options.hpp"
#include "core/io/files.hpp"

namespace strata {

namespace {

// Finishes all work, including slow work in the background. Scripts use it.
void finish_all(Lab& lab) {
  finish_readers(lab);
  lab.finish_updates();
}

}  // namespace

struct Lab::Handlers::ViewCommands {
  static Status layer(Lab& lab, const Command& command) {
    if (command.args[0] == "all") {
      STRATA_TRY(on, on_off(command.args[1], false));
      lab.state_.split_layers.clear();
      const auto is_heat_map_on = [&](Layer layer) { return layer_info(layer).heat_map && lab.state_.layer(layer).on; };
      const auto heat_map = std::ranges::find_if(layers(), is_heat_map_on);
      const Layer kept = heat_map != layers().end() ? *heat_map : Layer::kSearch;
      for (const Layer layer : layers()) {
        // A layer whose structure is off stays off, as building the structure may take long. Of all heat maps
        // only one is shown.
        const bool possible = layer_auto_hide(lab).available(layer) && (!layer_info(layer).heat_map || layer == kept);
        lab.state_.switch_layer(layer, on && possible);
        layer_auto_hide(lab).pin(layer, on && possible);
      }
      return success();
    }
    const auto layer = layer_named(command.args[0]);
    if (!layer) return error_at("", "unknown layer '" + command.args[0] + "'");
    STRATA_TRY(on, on_off(command.args[1], lab.state_.layer(*layer).on));
    lab.state_.switch_layer(*layer, on);
    // The user has switched the layer by hand, so that it stays as it is whichever planner is stepped.
    layer_auto_hide(lab).pin(*layer, on);
    // The end of the split must not switch the layer off any more, as the user has decided.
    std::erase(lab.state_.split_layers, *layer);
    if (!on) return success();
    lab.structures().apply_structure(layer_structure(*layer), true);
    if (!lab.world_->has(layer_structure(*layer))) lab.state_.switch_layer(*layer, false);
    return success();
  }
  static Status layer_opacity(Lab& lab, const Command& command) {
    const auto layer = layer_named(command.args[0]);
    if (!layer) return error_at("", "unknown layer '" + command.args[0] + "'");
    STRATA_TRY(percent, number(command.args[1], 0, 100, "PERCENT"));
    lab.state_.layers[static_cast<size_t>(*layer)].opacity = static_cast<float>(percent / 100);
    return success();
  }
  static Command usual_opacity(const Command& set) {
    const auto layer = layer_named(set.args[0]);
    if (!layer) return {};
    return {set.name, {set.args[0], fmt::format("{:.0f}", 100 * default_opacity(*layer))}};
  }
  static void keep_near(Lab& lab) {
    lab.state_.camera.keep_near(lab.world_->map().width(), lab.world_->map().height());
  }
  static Status view_fit(Lab& lab, const Command&) {
    lab.state_.camera.fit(lab.world_->map().width(), lab.world_->map().height());
    return success();
  }
  static Status view_full(Lab& lab, const Command&) {
    lab.state_.camera.zoom = Camera::kFullZoom;
    return success();
  }
  static Status view_zoom(Lab& lab, const Command& command) {
    STRATA_TRY(factor, number(command.args[0], 0.01, 100, "FACTOR"));
    Camera& camera = lab.state_.camera;
    camera.zoom_at(camera.view_width / 2.0, camera.view_height / 2.0, factor);
    return success();
  }
  static Status view_pan(Lab& lab, const Command& command) {
    STRATA_TRY(dx, number(command.args[0], -kFarCell, kFarCell, "DX"));
    STRATA_TRY(dy, number(command.args[1], -kFarCell, kFarCell, "DY"));
    lab.state_.camera.center_x += dx;
    lab.state_.camera.center_y += dy;
    keep_near(lab);
    return success();
  }
  static Status view_center(Lab& lab, const Command& command) {
    STRATA_TRY(x, number(command.args[0], -kFarCell, kFarCell, "X"));
    STRATA_TRY(y, number(command.args[1], -kFarCell, kFarCell, "Y"));
    double zoom = lab.state_.camera.zoom;
    if (command.args.size() > 2) {
      STRATA_TRY(given, number(command.args[2], Camera::kMinZoom, Camera::kMaxZoom, "ZOOM"));
      zoom = given;
    }
    lab.state_.camera.center_x = x;
    lab.state_.camera.center_y = y;
    lab.state_.camera.zoom = zoom;
    keep_near(lab);
    return success();
  }
  static Status view_goto(Lab& lab, const Command& command) {
    STRATA_TRY(cell, cell_inside(lab.world_->map(), command.args));
    lab.state_.camera.center_x = cell.x + 0.5;
    lab.state_.camera.center_y = cell.y + 0.5;
    lab.state_.camera.zoom = std::max(lab.state_.camera.zoom, Camera::kFullZoom);
    return inspect(lab, command);
  }
  // The camera need not be logged, as the end of a reproduction restores it.
  static Command inspects(const Lab&, const Command& command) { return {"inspect", command.args}; }
  static Status view_split(Lab& lab, const Command& command) {
    STRATA_TRY(count, integer(command.args[0], 1, kMaxViews, "COUNT"));
    if (count == 3) return error_at("", "one, two or four views");
    if (count == 1 && command.args.size() > 1) {
      return error_at("", "no layers come with a single view; layer LAYER on shows one");
    }
    LabState& state = lab.state_;
    std::vector<Layer> brought;
    const bool given = command.args.size() > 1;
    const bool same = count == state.view_count && !state.compared;
    if (same && !given) return success();
    if (given && command.args[1] != "with") return error_at("", "after the number of views comes: with LAYER...");
    for (size_t i = 2; i < command.args.size(); ++i) {
      const auto layer = layer_named(command.args[i]);
      if (!layer) return error_at("", "unknown layer '" + command.args[i] + "'");
      brought.push_back(*layer);
    }
    if (state.compared) lab.view_searches().end();
    if (!same) split(lab, count);
    if (!given) return success();
    for (const Layer layer : state.split_layers) state.switch_layer(layer, false);
    state.split_layers = std::move(brought);
    for (const Layer layer : state.split_layers) {
      state.switch_layer(layer, false);  // it goes with the split, so that it is not pinned
      state.switch_layer(layer, lab.world_->has(layer_structure(layer)));
    }
    std::erase_if(state.split_layers, [&](Layer layer) { return !state.layer(layer).on; });
    return success();
  }
  // What the other views show is reset when the split of the view ends.
  static Command usual_level(const Command& set) {
    return set.args[0] == "1" ? Command{set.name, {"1", level_word(default_level(1, 0))}} : Command();
  }
  static Status view_level(Lab& lab, const Command& command) {
    STRATA_TRY(view, integer(command.args[0], 1, kMaxViews, "VIEW"));
    if (view > lab.state_.view_count) {
      return error_at("", fmt::format("there is no view {}: the view is split in {}", view, lab.state_.view_count));
    }
    int level = command.args[1] == "step" ? kStepLevel : kAllLevels;
    if (level != kStepLevel && command.args[1] != "all") {
      STRATA_TRY(given, integer(command.args[1], 0, HpaOptions::kMaxLevels, "LEVEL"));
      level = given;
    }
    lab.state_.views[static_cast<size_t>(view) - 1].level = level;
    return success();
  }
  static Status ui_scale(Lab& lab, const Command& command) {
    Settings& settings = lab.settings();
    if (command.args[0] == "auto") {
      // The user's scale is given up; before the next frame the window sets the scale of the system.
      lab.state_.ui_scale = 1;
      settings.preferences.erase(command.name);
    } else {
      STRATA_TRY(scale, changed_number(command.args[0], lab.state_.ui_scale, 1, 3, "FACTOR"));
      lab.state_.ui_scale = scale;
      settings.preferences[command.name] = fmt::format("{:g}", scale);
    }
    settings.ui_scale = lab.state_.ui_scale;
    lab.session().save_settings();
    return success();
  }
  static Status ui_presentation(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.presentation));
    lab.state_.presentation = on;
    if (!on) lab.state_.presented.black = false;
    return success();
  }
  // Shows or hides the part of presentations with this name.
  static Status set_presented(Lab& lab, std::string_view name, const std::string& wanted) {
    const auto parts = presentation_parts();
    const auto part = std::ranges::find(parts, name, &PresentationPart::name);
    if (part == parts.end()) {
      std::string names;
      for (const PresentationPart& one : parts) names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
      return error_at("", fmt::format("unknown part of a presentation '{}': there are {}", name, names));
    }
    STRATA_TRY(on, on_off(wanted, part->on(lab.state_)));
    if (part->only_presenting && on && !lab.state_.presentation) {
      return error_at("", fmt::format("only a presentation has {}", part->what));
    }
    part->set(lab.state_, on);
    // Outside of a presentation, a key that switches the part says what it did, as nothing is to be seen.
    if (wanted == "toggle" && !lab.state_.presentation && !part->only_presenting) {
      lab.say(MessageKind::kInfo, fmt::format("Presentations {} {} now", on ? "show" : "do not show", part->what));
    }
    return success();
  }
  static Status ui_legend(Lab& lab, const Command& command) { return set_presented(lab, "legend", command.args[0]); }
  static Status ui_code(Lab& lab, const Command& command) { return set_presented(lab, "code", command.args[0]); }
  static Status ui_present(Lab& lab, const Command& command) {
    return set_presented(lab, command.args[0], command.args[1]);
  }
  static Status ui_detail(Lab& lab, const Command& command) {
    const std::string& wanted = command.args[0];
    if (wanted != "simple" && wanted != "full" && wanted != "toggle") {
      return error_at("", "the detail is simple or full, not '" + wanted + "'");
    }
    lab.state_.simple = wanted == "toggle" ? !lab.state_.simple : wanted == "simple";
    lab.settings().simple = lab.state_.simple;
    lab.session().save_settings();
    return success();
  }
  static Status ui_hints(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.hints));
    switch_hints(lab, on);
    return success();
  }
  template <LayoutChange kChange>
  static Status arrange(Lab& lab, const Command& command) {
    if (!lab.host().arrange) return error_at(command.name, "there is no window to be arranged");
    return lab.host().arrange(kChange, command.args);
  }
  static Status ui_show(Lab& lab, const Command& command) {
    const std::string& name = command.args[0];
    if (name == "first_run") {
      STRATA_TRY(open, on_off(command.args[1], lab.state_.first_run));
      open_first_run(lab, open);
      return success();
    }
    const std::vector<std::string_view> windows = first_words(*command_named(command.name));
    if (std::ranges::find(windows, name) == windows.end()) {
      return error_at("", "unknown window '" + name + "'");
    }
    STRATA_TRY(on, on_off(command.args[1], lab.state_.window_open(name)));
    std::erase(lab.state_.windows, name);
    if (lab.state_.window_problem && lab.state_.window_problem->window == name) lab.state_.window_problem.reset();
    if (on) {
      lab.state_.windows.push_back(name);
    } else if (name == "save_as") {
      // The user has closed the dialog without saving: the command that waited for the save is dropped.
      lab.state_.after_save.reset();
    }
    return success();
  }

  static Status wait(Lab&, const Command& command) {
    // The command itself only checks its argument: the code that runs scripts does the waiting.
    const Result<int> frames = integer(command.args[0], 0, 1 << 30, "FRAMES");
    return frames ? success() : frames.error();
  }
  static Status wait_ready(Lab& lab, const Command&) {
    finish_all(lab);
    return long_work(lab).status();
  }
  static Status assert_that(Lab& lab, const Command& command) {
    finish_all(lab);
    return lab.scripts().check(command.args);
  }
  static Status assert_now(Lab& lab, const Command& command) { return lab.scripts().check(command.args); }
  static Status assert_error(Lab& lab, const Command& command) {
    Command inner{command.args[1], {command.args.begin() + 2, command.args.end()}};
    const Status status = lab.execute(inner);
    if (status) return error_at("assert.error", format_command(inner) + " did not fail");
    const std::string message = status.error().message();
    if (message.find(command.args[0]) != std::string::npos) return success();
    return error_at("assert.error", fmt::format("the message is '{}', without '{}'", message, command.args[0]));
  }
  static Status remember(Lab& lab, const Command& command) {
    finish_all(lab);
    return lab.scripts().remember_value(command.args[0], command.args[1]);
  }
  static Status dump_state(Lab& lab, const Command& command) {
    if (Status refused = lab.session().refuse_stock(command.args[0]); !refused) return refused;
    finish_all(lab);
    return write_file_atomic(command.args[0], strata::dump_state(lab));
  }
  static Status dump_ui(Lab& lab, const Command& command) {
    if (!lab.host().dump_ui) return error_at(command.args[0], "there is no window whose interface could be dumped");
    if (Status refused = lab.session().refuse_stock(command.args[0]); !refused) return refused;
    finish_all(lab);
    return lab.host().dump_ui(command.args[0]);
  }
  static Status screenshot(Lab& lab, const Command& command) {
    if (!lab.host().screenshot) return error_at(command.args[0], "there is no window to take a picture of");
    if (Status refused = lab.session().refuse_stock(command.args[0]); !refused) return refused;
    finish_all(lab);
    return lab.host().screenshot(command.args[0]);
  }
  static Status help(Lab& lab, const Command& command) {
    const auto line_of = [](const CommandInfo& info) {
      return fmt::format("{}{}{}: {}{}{}", info.name, info.usage.empty() ? "" : " ", info.usage, info.help,
                         info.usual.empty() ? "" : "; usual: ", info.usual);
    };
    const auto& print = lab.scripts().print();
    if (command.args.empty()) {
      if (!print) return lab.execute("ui.show help on");
      for (const CommandInfo& info : commands()) print(line_of(info) + "\n");
      return success();
    }
    const CommandInfo* info = command_named(command.args[0]);
    if (info == nullptr) return error_at(command.args[0], "no such command");
    lab.say(MessageKind::kInfo, line_of(*info));
    if (print) print(line_of(*info) + "\n");
    return success();
  }
};

void Lab::Handlers::split(Lab& lab, int views) {
  LabState& state = lab.state_;
  state.view_count = views;
  state.pointer_view = 0;
  for (int i = 0; i < kMaxViews; ++i) {
    ViewState& view = state.views[static_cast<size_t>(i)];
    view.level = state.compared ? kStepLevel : default_level(views, i);
    view.note.clear();
  }
  layer_auto_hide(lab).views_changed();
}

auto Lab::Handlers::view_commands() -> std::span<const HandlerEntry> {
  static constexpr HandlerEntry kEntries[] = {
      {"layer", ViewCommands::layer},
      {"layer.opacity", ViewCommands::layer_opacity, {.way_back = ViewCommands::usual_opacity}},
      {"view.fit", ViewCommands::view_fit},
      {"view.full", ViewCommands::view_full},
      {"view.zoom", ViewCommands::view_zoom},
      {"view.pan", ViewCommands::view_pan},
      {"view.center", ViewCommands::view_center},
      {"view.goto", ViewCommands::view_goto, {.logged = ViewCommands::inspects}},
      {"view.split", ViewCommands::view_split},
      {"view.level", ViewCommands::view_level, {.way_back = ViewCommands::usual_level}},
      {"ui.scale", ViewCommands::ui_scale},
      {"ui.presentation", ViewCommands::ui_presentation},
      {"ui.legend", ViewCommands::ui_legend},
      {"ui.code", ViewCommands::ui_code},
      {"ui.present", ViewCommands::ui_present},
      {"ui.detail", ViewCommands::ui_detail},
      {"ui.hints", ViewCommands::ui_hints},
      {"ui.theme", ViewCommands::arrange<LayoutChange::kTheme>},
      {"ui.panel", ViewCommands::arrange<LayoutChange::kPanel>},
      {"ui.reset_layout", ViewCommands::arrange<LayoutChange::kReset>},
      {"ui.focus", ViewCommands::arrange<LayoutChange::kFocus>},
      {"ui.place", ViewCommands::arrange<LayoutChange::kPlace>},
      {"ui.show", ViewCommands::ui_show},
      {"key.bind", key_bind},
      {"key.unbind", key_unbind},
      {"key.reset", key_reset},
      {"wait", ViewCommands::wait},
      {"wait.ready", ViewCommands::wait_ready},
      {"assert", ViewCommands::assert_that},
      {"assert.now", ViewCommands::assert_now},
      {"assert.error", ViewCommands::assert_error},
      {"remember", ViewCommands::remember},
      {"dump.state", ViewCommands::dump_state},
      {"dump.ui", ViewCommands::dump_ui},
      {"screenshot", ViewCommands::screenshot},
      {"help", ViewCommands::help},
  };
  return kEntries;
}

}  // namespace strata
