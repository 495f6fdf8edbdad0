#include "bench/command_line.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "bench/ask.hpp"
#include "bench/commands.hpp"
#include "bench/course.hpp"
#include "bench/flow.hpp"
#include "bench/ida.hpp"
#include "bench/options.hpp"
#include "bench/program.hpp"
#include "bench/query_columns.hpp"
#include "bench/ranks.hpp"
#include "bench/repair.hpp"
#include "bench/scale.hpp"
#include "bench/sweep.hpp"
#include "core/alt/landmarks.hpp"
#include "core/base/build_info.hpp"
#include "core/base/stop_signals.hpp"
#include "core/io/files.hpp"
#include "core/level/level_settings.hpp"
#include "core/tables/tables.hpp"
#include "core/world/world_settings.hpp"

namespace strata::bench {
namespace {

// --- The commands. Options and callbacks keep references to their arguments -----------------------------------------

void add_list(CLI::App& app, CommandRun& run) {
  auto* list = app.add_subcommand("list", "The planners");
  list->callback([&run] { run = [] { return Result<Report>(list_planners()); }; });
  auto* settings = app.add_subcommand("settings", "The settings of planners and structures, by name");
  settings->callback([&run] { run = [] { return Result<Report>(list_settings()); }; });
}

void add_keep(CLI::App& command, ResultFileOptions& keep, const char* what) {
  command.add_option("--keep", keep.file,
                     fmt::format("File in which the answer for each {} is kept as it comes", what));
  command.add_flag("--resume", keep.resume, "Go on from the answers that an ended run of this command has kept");
}

void add_queries(CLI::App& app, QueryOptions& queries, CommandRun& run) {
  auto* query = app.add_subcommand("queries", "Solve scenarios or random pairs with planners");
  add_query_options(*query, queries);
  query->add_option("--external", queries.external,
                    "A planner that is a program of its own: NAME=PROGRAM ARGUMENTS; any number of times");
  query->add_option("--external-ms", queries.external_ms, "Milliseconds that such a program has for a query")
      ->check(CLI::Range(1, 3'600'000))
      ->capture_default_str();
  add_keep(*query, queries.keep, "map");
  query->add_option("--rows", queries.rows_file, "Table to write (*.csv): a row for each query and planner")
      ->type_name("FILE");
  query->callback([&queries, &run] { run = [&queries] { return run_queries(queries); }; });
}

void add_course(CLI::App& app, CourseOptions& course, CommandRun& run) {
  const std::vector<std::string> tracks = names_of<CourseTrack>(kCourseTracks, course_track_name);
  auto* command = app.add_subcommand("course", "Run planners over a track of the Grid-Based Path Planning Competition");
  command
      ->add_option_function<std::string>(
          "track",
          [&course, tracks](const std::string& name) {
            course.track = static_cast<CourseTrack>(std::ranges::find(tracks, name) - tracks.begin());
          },
          "classic: paths from cell to cell; dynamic: the same while the map changes (--scen: a scenario of version "
          "2); "
          "any-angle: straight lines")
      ->check(CLI::IsMember(tracks))
      ->required();
  add_scenario_options(*command, course.queries);
  command->add_option("--rounds", course.queries.rounds, "Runs from the first map on, of which the median counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  add_planner_settings(*command, course.queries);
  add_keep(*command, course.queries.keep, "map");
  command->callback([&course, &run] { run = [&course] { return run_course(course); }; });
}

void add_sweep(CLI::App& app, SweepOptions& sweep, CommandRun& run) {
  std::vector<std::string> settings, measures;
  for (const QuerySetting* setting : swept_settings()) settings.emplace_back(setting->row.name);
  for (const SweptMeasure& measure : swept_measures()) measures.emplace_back(measure.name);
  auto* swept = app.add_subcommand("sweep", "Solve the same queries with value after value of one setting");
  swept->add_option("--setting", sweep.setting, fmt::format("The number that is set: {}", fmt::join(settings, ", ")))
      ->required()
      ->check(CLI::IsMember(settings));
  swept->add_option("--values", sweep.values, "Its values, separated by commas; or a range:")->delimiter(',');
  swept->add_option("--from", sweep.from, "First value; of plan.weight in hundredths (default: as the setting has it)");
  swept->add_option("--to", sweep.to, "Last value");
  swept->add_option("--step", sweep.step, "From one value to the next")->check(CLI::Range(1, kMaxCount));
  swept
      ->add_option("--measure", sweep.measures,
                   fmt::format("Only these columns: {}, separated by commas (default: all of `queries`); update is the "
                               "median over {} random strokes of the brush after the queries",
                               fmt::join(measures, ", "), kSweepStrokes))
      ->delimiter(',')
      ->check(CLI::IsMember(measures));
  add_query_options(*swept, sweep.queries);
  add_keep(*swept, sweep.queries.keep, "value and map");
  swept->callback([&sweep, &run] { run = [&sweep] { return run_sweep(sweep); }; });
}

void add_pay(CLI::App& app, BreakEvenOptions& pay, CommandRun& run) {
  auto* paid = app.add_subcommand("pay", "After how many queries a planner that prepares itself is ahead of another");
  add_query_options(*paid, pay.queries);
  paid->add_option("--strokes", pay.strokes, "Strokes painted to time an edit; 0: none, and nothing is said of edits")
      ->check(CLI::Range(0, 100'000))
      ->capture_default_str();
  paid->add_option("--radius", pay.radius, "Radius of these strokes in cells")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  paid->callback([&pay, &run] { run = [&pay] { return run_break_even(pay); }; });
}

void add_ask(CLI::App& app, AskOptions& ask, CommandRun& run) {
  auto* command = app.add_subcommand("ask", "Ask questions of a map that need no structure, and check the answers");
  add_ask_options(*command, ask);
  add_letters(*command, ask.letters);
  add_map_links(*command, ask.map_links);
  add_rounds(*command, ask.rounds);
  add_rules(*command, ask.rules);
  add_size(*command, ask.rules);
  command->callback([&ask, &run] { run = [&ask] { return run_ask(ask); }; });
}

// The structures that `edits` can update, with their options.
struct EditArguments {
  EditOptions edits;
  SectorOptions sectors;
  bool with_sectors = false;
  ChOptions ch;
  bool with_ch = false;
  LabelsOptions labels;
  bool with_labels = false;
  NavmeshOptions navmesh;
  bool with_navmesh = false;
  MapHnaOptions hna;
  bool with_hna = false;
};

void add_edits(CLI::App& app, EditArguments& choice, CommandRun& run) {
  EditOptions& edits = choice.edits;
  auto* edit = app.add_subcommand("edits", "Paint at random and time what keeps the abstractions true");
  edit->add_option("--map", edits.map, "Map file")->required();
  add_letters(*edit, edits.letters);
  edit->add_option("--strokes", edits.strokes, "Brush strokes")->check(CLI::Range(1, kMaxCount))->capture_default_str();
  edit->add_option("--radius", edits.radius, "Brush radius in cells")->check(CLI::Range(0, 100))->capture_default_str();
  edit->add_option("--seed", edits.seed, "Seed of the strokes")->capture_default_str();
  edit->add_option("--check-every", edits.check_every, "Strokes between comparisons with a fresh build")
      ->check(CLI::Range(1, kMaxCount))
      ->capture_default_str();
  add_rules(*edit, edits.rules);
  add_size(*edit, edits.rules);
  add_hpa(*edit, edits.hpa);
  edit->add_option("--levels", edits.hpa.levels, "HPA*: abstract levels")
      ->check(CLI::Range(1, HpaOptions::kMaxLevels))
      ->capture_default_str();
  edit->add_option("--haa-sizes", edits.haa_sizes, "Keep HAA* true as well, for agents of sizes 1 to this")
      ->check(CLI::Range(1, kMaxAgentSize));
  for (const StructureId structure : kAllStructures) {
    const char* help = columns_of(structure).edits_help;
    if (help == nullptr) continue;
    edit->add_flag_callback(
        fmt::format("--{}", structure_name(structure)), [&edits, structure] { edits.also.push_back(structure); }, help);
  }
  edit->add_flag("--sectors", choice.with_sectors, "Keep sectors true as well");
  add_sectors(*edit, choice.sectors);
  edit->add_option("--landmarks", edits.landmarks,
                   "Keep this many landmarks consistent, and rebuild them in the background")
      ->check(CLI::Range(1, kMaxLandmarks));
  edit->add_flag("--tables", edits.tables,
                 fmt::format("Keep tables over HPA* true as well (--cluster at most {})", Tables::kMaxClusterSize));
  edit->add_flag("--cch", edits.cch, "Keep a customisable hierarchy over sectors true as well");
  edit->add_flag("--ch", choice.with_ch, "Rebuild a contraction hierarchy in the background");
  add_ch(*edit, choice.ch);
  edit->add_flag("--labels", choice.with_labels, "Rebuild labels in the background");
  add_graph(*edit, "--labels-graph", graph_names(), choice.labels.graph, "Labels: what they are built on");
  edit->add_flag("--table-labels", edits.table_labels,
                 "With --tables: wait after every stroke for the labels of the nodes, and time them");
  edit->add_flag("--navmesh", choice.with_navmesh, "Keep a navigation mesh true as well");
  add_navmesh(*edit, choice.navmesh);
  edit->add_flag(
      "--hna", choice.with_hna,
      "Keep the navigation graph of HNA* and PCCP true as well, over a mesh; groups that have grown too large "
      "are rebuilt between strokes");
  add_hna(*edit, choice.hna);
  add_haa_cluster(*edit, edits.haa_cluster);
  edit->callback([&choice, &edits, &run] {
    if (choice.with_sectors || edits.cch || (choice.with_ch && choice.ch.graph == ChGraph::kSectors) ||
        (choice.with_labels && choice.labels.graph == ChGraph::kSectors))
      edits.sectors = choice.sectors;
    if (choice.with_ch) edits.ch = choice.ch;
    if (choice.with_labels) edits.labels = choice.labels;
    if (choice.with_navmesh || choice.with_hna) edits.navmesh = choice.navmesh;
    if (choice.with_hna) edits.hna = choice.hna;
    run = [&edits] { return run_edits(edits); };
  });
}

void add_flow(CLI::App& app, FlowOptions& flow, CommandRun& run) {
  auto* command =
      app.add_subcommand("flow", "Build flow fields, let agents follow them, and update them after strokes");
  command->add_option("--map", flow.map, "Map file")->required();
  add_letters(*command, flow.letters);
  command->add_option("--fields", flow.fields, "Random goals, with a field each")
      ->check(CLI::Range(1, kMaxCount))
      ->capture_default_str();
  command->add_option("--agents", flow.agents, "Agents at random cells that follow each field to its goal")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--strokes", flow.strokes, "Brush strokes for each field")
      ->check(CLI::Range(0, kMaxCount))
      ->capture_default_str();
  command->add_option("--radius", flow.radius, "Brush radius in cells")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  command->add_option("--seed", flow.seed, "Seed of goals, agents and strokes")->capture_default_str();
  add_rules(*command, flow.rules);
  add_size(*command, flow.rules);
  command->callback([&flow, &run] { run = [&flow] { return run_flow(flow); }; });
}

void add_scale(CLI::App& app, ScaleOptions& scale, CommandRun& run) {
  auto* command = app.add_subcommand("scale", "Measure planners on maps of growing side");
  command->add_option("--sizes", scale.sizes, "Sides of the maps, ascending, separated by commas")
      ->delimiter(',')
      ->capture_default_str();
  add_choice(*command, "--kind", names_of<SceneKind>(kSceneKinds, scene_kind_name), scale.kind,
             "Kind of the generated maps");
  command->add_option("--map", scale.map, "Map file that tiles the maps, instead of generated ones");
  add_letters(*command, scale.queries.letters);
  command->add_option("--planner,--planners", scale.queries.planners, "Planners, separated by commas, or all")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--pairs", scale.pairs, "Random pairs with a path on each map")
      ->check(CLI::Range(1, kMaxCount))
      ->capture_default_str();
  command->add_option("--strokes", scale.strokes, "Brush strokes on each map; 0: none")
      ->check(CLI::Range(0, kMaxCount))
      ->capture_default_str();
  command->add_option("--radius", scale.radius, "Brush radius in cells")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  command->add_option("--plot", scale.plot, "SVG file for a plot of the rows, with logarithmic axes");
  add_rounds(*command, scale.queries.rounds);
  command->add_option("--seed", scale.queries.seed, "Seed of maps, pairs and strokes")->capture_default_str();
  add_rules(*command, scale.queries.rules);
  add_size(*command, scale.queries.rules);
  add_planner_settings(*command, scale.queries);
  command->callback([&scale, &run] { run = [&scale] { return run_scale(scale); }; });
}

void add_repair(CLI::App& app, RepairOptions& repair, CommandRun& run) {
  auto* command = app.add_subcommand("repair", "Paint at random, and let LPA* and D* Lite repair their paths");
  command->add_option("--map", repair.map, "Map file")->required();
  add_letters(*command, repair.letters);
  command->add_option("--pairs", repair.pairs, "Random pairs of start and goal")
      ->check(CLI::Range(1, kMaxCount))
      ->capture_default_str();
  command->add_option("--strokes", repair.strokes, "Brush strokes for each pair; none touches start or goal")
      ->check(CLI::Range(1, kMaxCount))
      ->capture_default_str();
  command->add_option("--radius", repair.radius, "Brush radius in cells")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  command->add_option("--far", repair.far, "A stroke is far from the path if more than this many cells lie between")
      ->check(CLI::Range(0, GridMap::kMaxSide))
      ->capture_default_str();
  command->add_option("--steps", repair.steps, "Cells that the start of D* Lite walks after each stroke")
      ->check(CLI::Range(0, GridMap::kMaxSide))
      ->capture_default_str();
  command->add_option("--seed", repair.seed, "Seed of pairs and strokes")->capture_default_str();
  add_rules(*command, repair.rules);
  add_size(*command, repair.rules);
  command->callback([&repair, &run] { run = [&repair] { return run_repair(repair); }; });
}

void add_ida(CLI::App& app, IdaOptions& ida, CommandRun& run) {
  auto* command = app.add_subcommand("ida", "Solve random pairs with IDA*, at growing distances");
  command->add_option("--map", ida.map, "Map file")->required();
  add_letters(*command, ida.letters);
  command->add_option("--pairs", ida.pairs, "Random pairs")->check(CLI::Range(1, kMaxCount))->capture_default_str();
  command->add_option("--moves", ida.moves, "Moves from start to goal, separated by commas; a row for each")
      ->delimiter(',')
      ->check(CLI::Range(0, kMaxCount))
      ->capture_default_str();
  command->add_option("--most", ida.most, "Most expansions of a query")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40))
      ->capture_default_str();
  command->add_option("--seed", ida.seed, "Seed of the pairs")->capture_default_str();
  add_rules(*command, ida.rules);
  add_size(*command, ida.rules);
  command->callback([&ida, &run] { run = [&ida] { return run_ida(ida); }; });
}

void add_agents(CLI::App& app, AgentOptions& agents, CommandRun& run) {
  auto* agent = app.add_subcommand("agents", "Plan many agents in one batch");
  const std::vector<std::string> over_cells = names_of<BatchMethod>(kBatchMethods, batch_method_name);
  const std::vector<std::string> over_mesh = names_of<MeshBatchMethod>(kMeshBatchMethods, mesh_batch_method_name);
  std::vector<std::string> methods = over_cells;
  methods.insert(methods.end(), over_mesh.begin(), over_mesh.end());
  agent->add_option("--map", agents.map, "Map file");
  add_letters(*agent, agents.letters);
  add_map_links(*agent, agents.map_links);
  agent->add_option("--mesh", agents.mesh, "Level (.obj, .gltf, .glb, .ply, .stl), whose mesh and map agents walk on");
  add_level(*agent, agents.level);
  agent->add_option("--agents", agents.agents, "How many, separated by commas")
      ->delimiter(',')
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  agent
      ->add_option_function<std::vector<std::string>>(
          "--method",
          [&agents](const std::vector<std::string>& names) {
            agents.methods.clear();
            agents.mesh_methods.clear();
            for (const std::string& name : names) {
              if (const auto method = batch_method_named(name)) agents.methods.push_back(*method);
              if (const auto method = mesh_batch_method_named(name)) agents.mesh_methods.push_back(*method);
            }
          },
          fmt::format(
              "{}, separated by commas; {} over the navigation mesh (default: with --map astar, hpa and tables, with "
              "--mesh all of the latter)",
              fmt::join(over_cells, ", "), fmt::join(over_mesh, ", ")))
      ->delimiter(',')
      ->check(CLI::IsMember(methods));
  agent
      ->add_option_function<std::vector<std::string>>(
          "--backend",
          [&agents](const std::vector<std::string>& names) {
            agents.backends.clear();
            for (const std::string& name : names)
              agents.backends.push_back(name == "cpu" ? BatchBackend::kCpu : BatchBackend::kCuda);
          },
          "cpu, cuda, separated by commas (default cpu)")
      ->delimiter(',')
      ->check(CLI::IsMember({"cpu", "cuda"}));
  agent->add_option("--threads", agents.threads, "Of the cpu back end; 0: as many as the processor has")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  agent->add_flag("--turns", agents.turns, "Over cells: paths hold turning points in place of abstract paths");
  agent->add_option("--check", agents.check, "Agents compared with the planners for single queries")
      ->check(CLI::Range(0, 100'000'000))
      ->capture_default_str();
  add_rounds(*agent, agents.rounds);
  agent->add_option("--seed", agents.seed, "Seed of starts and goals")->capture_default_str();
  agent
      ->add_option_function<size_t>(
          "--label-mb", [&agents](size_t megabytes) { agents.tables.max_label_bytes = megabytes << 20; },
          "Most memory for the labels of all nodes; above it the nodes are searched (default 1024)")
      ->check(CLI::Range(size_t{0}, size_t{1} << 20));
  add_rules(*agent, agents.rules);
  add_size(*agent, agents.rules);
  add_hpa(*agent, agents.hpa);
  add_navmesh(*agent, agents.navmesh);
  add_hna(*agent, agents.hna);
  agent->add_flag("--from-centres", agents.from_centres, "Over the mesh: ends count as the centres of their polygons");
  agent
      ->add_option_function<size_t>(
          "--pair-mb", [&agents](size_t megabytes) { agents.mesh_tables.max_pair_bytes = megabytes << 20; },
          "mesh-tables: most memory for the costs between all inter-edges; above it labels are summed (default 64)")
      ->check(CLI::Range(size_t{0}, size_t{1} << 20));
  add_keep(*agent, agents.keep, "row");
  agent->callback([&agents, agent, &run] {
    if (!agents.mesh.empty() && agent->count("--method") == 0) {
      agents.methods.clear();
      for (int i = 0; i < kMeshBatchMethods; ++i) agents.mesh_methods.push_back(static_cast<MeshBatchMethod>(i));
    }
    run = [&agents] { return run_agents(agents); };
  });
}

void add_crowd(CLI::App& app, CrowdRunOptions& crowd, CommandRun& run) {
  auto* command = app.add_subcommand("crowd", "Let a crowd walk, and measure its ticks");
  command->add_option("--map", crowd.map, "Map file");
  add_letters(*command, crowd.letters);
  command->add_option("--mesh", crowd.mesh, "Level (.obj, .gltf, .glb, .ply, .stl), on whose mesh they walk");
  add_level(*command, crowd.level);
  command->add_option("--agents", crowd.agents, "How many, at random places")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--ticks", crowd.ticks, "60 are a nominal second")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  add_choice(*command, "--task", names_of<CrowdTask>(kCrowdTasks, crowd_task_name), crowd.task,
             "Where they go: to one goal, to the nearest of eight exits, to random cells for ever, to a random one");
  command->add_flag("--holding", crowd.holding, "One agent per cell");
  const std::vector<std::string> over_cells = names_of<CrowdMethod>(kCrowdMethods, crowd_method_name);
  const std::vector<std::string> over_mesh = names_of<MeshBatchMethod>(kMeshBatchMethods, mesh_batch_method_name);
  std::vector<std::string> methods = over_cells;
  methods.insert(methods.end(), over_mesh.begin(), over_mesh.end());
  command
      ->add_option_function<std::string>(
          "--method",
          [&crowd](const std::string& name) {
            crowd.method = crowd_method_named(name);
            crowd.mesh_method = mesh_batch_method_named(name);
          },
          fmt::format(
              "How paths are planned: {}; with {} agents wander over the navigation mesh, at any angle (default: "
              "tables, with --mesh pccp)",
              fmt::join(over_cells, ", "), fmt::join(over_mesh, ", ")))
      ->check(CLI::IsMember(methods));
  command->add_option("--radius", crowd.radius, "Of agents on the mesh, in cells")
      ->check(CLI::Range(0.07, 4.0))
      ->capture_default_str();
  add_choice(*command, "--backend", {"cpu", "cuda"}, crowd.backend, "Where they are planned");
  command->add_option("--plans", crowd.plans, "Plans per tick at most")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  command->add_option("--slowest", crowd.slowest, "Cells in a nominal second; on the mesh all have the mean of both")
      ->check(CLI::Range(0.1, GridCrowd::kMaxCellsPerSecond))
      ->capture_default_str();
  command->add_option("--fastest", crowd.fastest, "Cells in a nominal second")
      ->check(CLI::Range(0.1, GridCrowd::kMaxCellsPerSecond))
      ->capture_default_str();
  command->add_option("--threads", crowd.threads, "0: as many as the processor has")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  command->add_option("--seed", crowd.seed, "Seed of places, goals and paces")->capture_default_str();
  add_rules(*command, crowd.rules);
  add_size(*command, crowd.rules);
  add_hpa(*command, crowd.hpa);
  command->callback([&crowd, &run] { run = [&crowd] { return run_crowd(crowd); }; });
}

// Adds a command that is a program of its own and gets all arguments.
void add_program(CLI::App& app, const std::string& name, const std::string& what, const std::string& program,
                 std::vector<std::string>& arguments) {
  auto* command = app.add_subcommand(name, what);
  command->fallthrough(false);
  command->allow_extras();
  command->prefix_command();
  command->set_help_flag();
  command->callback([command, program, &arguments] {
    arguments = command->remaining();
    arguments.insert(arguments.begin(), program);
  });
}

// Replaces this program by the one that the first argument names, in the same folder; returns only if that
// cannot be started.
int run_program(std::vector<std::string> arguments) {
  const std::string name = arguments.front();
  std::vector<char*> raw;
  for (std::string& argument : arguments) raw.push_back(argument.data());
  raw.push_back(nullptr);
  const std::string program = own_folder() + "/" + name;
  ::execv(program.c_str(), raw.data());
  if (errno != ENOENT) {
    std::fprintf(stderr, "strata-bench: %s: %s\n", program.c_str(), std::strerror(errno));
    return kUnusable;
  }
  std::string target = name;
  std::replace(target.begin(), target.end(), '-', '_');
  std::fprintf(stderr, "strata-bench: %s is not there; `cmake --build %s --target %s` builds it\n", program.c_str(),
               own_folder().c_str(), target.c_str());
  return kUnusable;
}

void add_frame(CLI::App& app, FrameOptions& frames, CommandRun& run) {
  auto* frame = app.add_subcommand("frame", "Time frames of the desktop program (needs a display)");
  frame->add_option("--map", frames.map, "Map file")->required();
  add_letters(*frame, frames.letters);
  frame->add_option("--layers", frames.layers, "Layers shown")->capture_default_str();
  frame->add_option("--script", frames.script, "Script of the desktop program that sets up what is timed");
  frame->add_option("--frames", frames.frames, "Frames timed")->check(CLI::Range(1, kMaxCount))->capture_default_str();
  frame->add_option("--app", frames.app, "The desktop program (default: the one beside this program)");
  frame->callback([&frames, &run] {
    if (frames.app.empty()) frames.app = own_folder() + "/strata";
    run = [&frames] { return run_frames(frames); };
  });
}

void add_generate(CLI::App& app, GenerateOptions& generate, CommandRun& run) {
  auto* gen = app.add_subcommand("generate", "Write generated maps");
  gen->add_option_function<std::string>(
         "--kind", [&generate](const std::string& name) { generate.spec.kind = *scene_kind_named(name); },
         "rooms, maze, cave, random, forest or city")
      ->check(CLI::IsMember(names_of<SceneKind>(kSceneKinds, scene_kind_name)));
  gen->add_option("--width", generate.spec.width, "Cells")
      ->check(CLI::Range(8, GridMap::kMaxSide))
      ->capture_default_str();
  gen->add_option("--height", generate.spec.height, "Cells")
      ->check(CLI::Range(8, GridMap::kMaxSide))
      ->capture_default_str();
  gen->add_option("--seed", generate.spec.seed, "Seed")->capture_default_str();
  gen->add_option("--detail", generate.spec.detail,
                  "Room side, corridor width, percent of obstacles or block side; 0: as the kind has it")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  gen->add_option("--out", generate.out, "Map file to write: .map, .tmx, .tmj, .png, .pgm or .csv");
  gen->add_option("--queries", generate.queries, "Also write OUT.scen with this many random pairs")
      ->check(CLI::Range(1, kMaxCount));
  gen->add_option("--stock", generate.stock, "Folder: write every stock map instead");
  gen->add_option("--stock-level", generate.stock_level, "Folder: write the stock level instead");
  gen->callback([&generate, &run] { run = [&generate] { return run_generate(generate); }; });
}

}  // namespace

int run_bench(int argc, char** argv, BenchProgram program) {
  program.arguments = arguments_of(argc, argv);
  make_write_signals_errors();
  take_stop_signals(end_by_signal);
  CLI::App app("Headless experiments with Strata's planners.", program.name);
  app.require_subcommand(1);
  app.fallthrough();
  app.set_version_flag("--version", version_text(program));
  ReportOutput output;
  add_report_output(app, output);

  CommandRun run;
  QueryOptions queries;
  CourseOptions course;
  SweepOptions sweep;
  ScaleOptions scale;
  BreakEvenOptions pay;
  AskOptions ask;
  EditArguments edits;
  RepairOptions repair;
  FlowOptions flow;
  IdaOptions ida;
  AgentOptions agents;
  CrowdRunOptions crowd;
  std::vector<std::string> other_program;
  FrameOptions frames;
  GenerateOptions generate;
  add_list(app, run);
  add_queries(app, queries, run);
  add_course(app, course, run);
  add_sweep(app, sweep, run);
  add_scale(app, scale, run);
  add_pay(app, pay, run);
  add_ask(app, ask, run);
  add_edits(app, edits, run);
  add_repair(app, repair, run);
  add_ida(app, ida, run);
  add_flow(app, flow, run);
  add_agents(app, agents, run);
  add_crowd(app, crowd, run);
  add_program(app, "paper", "Tables and figures of the papers, measured again", std::string(kPapersProgram),
              other_program);
  add_program(app, "grade", "Grade what students hand in after lessons", "strata-grade", other_program);
  add_frame(app, frames, run);
  add_generate(app, generate, run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kUnusable;
  }
  if (!other_program.empty()) {
    if (output.json) other_program.emplace_back("--json");
    if (output.csv) other_program.emplace_back("--csv");
    if (!output.file.empty()) other_program.insert(other_program.end(), {"--write", output.file});
    if (other_program.front() != kPapersProgram || !program.papers) return run_program(other_program);
    std::vector<char*> raw;
    for (std::string& argument : other_program) raw.push_back(argument.data());
    raw.push_back(nullptr);
    return program.papers(static_cast<int>(other_program.size()), raw.data());
  }
  // The text identifies the results in the file; options for resuming and for output are omitted, because results do
  // not depend on them.
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--write") ++i;  // skips the name of the file, too
    if (argument == "--resume" || argument == "--json" || argument == "--csv" || argument.starts_with("--write"))
      continue;
    queries.keep.command += argument + "\n";
  }
  queries.keep.command += program_version();
  agents.keep.command = sweep.queries.keep.command = course.queries.keep.command = queries.keep.command;
  return report_on(run, output, program);
}

}  // namespace strata::bench
