#include <deque>
#include <iterator>
#include <string>
#include <vector>

#include "app/base/command.hpp"
#include "app/base/key_bindings.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab_setting.hpp"

namespace strata {

namespace {

using keeps::kLast;
using keeps::kLastOfFirst;
using keeps::kSetting;

// clang-format off
constexpr CommandInfo kCommands[] = {
    {"map.open", "PATH [SETTING=VALUE...] [force]", "Open map", CommandGroup::kFile, 1, -1, "Opens a map (.map, .tmx, .tmj, .ldtk, .png, .pgm, .csv, or .yaml of ROS), a scenario (.scen) or a drawn graph (.graph) with its map, a graph of another program (.gr, .graphml, .dot, .gv), or a level (.obj, .gltf, .glb, .ply, .stl). Settings such as threshold=200, layer=walls or 7=water say how a map is read", keeps::kOpens, does::kOpensMap},
    {"map.open_with", "[PATH]", "Open with other options", CommandGroup::kFile, 0, 1, "Asks with which options a map file is read: that of the open map, or another one"},
    {"map.option", "SETTING=VALUE", "Option of the file to open", CommandGroup::kFile, 1, 1, "Changes a choice in the dialog that asks how a map file is read, such as threshold=200"},
    {"map.save", "", "Save map", CommandGroup::kFile, 0, 0, "Writes the map to its file", keeps::kLogged},
    {"map.save_as", "PATH", "Save map as", CommandGroup::kFile, 1, 1, "Writes the map to another file and goes on with that", keeps::kLogged},
    {"map.new", "WIDTH HEIGHT [TERRAIN] [force]", "New map", CommandGroup::kFile, 2, 4, "An empty map of one terrain, 1 to 8192 cells a side", keeps::kOpens, does::kOpensMap},
    {"map.generate", "rooms|maze|cave|random|forest|city WIDTH HEIGHT SEED [DETAIL] [force]", "Generate map", CommandGroup::kFile, 4, 6, "The same kind, sides and seed give the same map", keeps::kOpens, does::kOpensMap},
    {"map.scene", "running-example [force]", "Open stock scene", CommandGroup::kFile, 1, 2, "The 40x40 running example: a long detour and a dead-end room", keeps::kOpens, does::kOpensMap},
    {"map.reopen_last", "[force]", "Reopen last file", CommandGroup::kFile, 0, 1, "Opens the newest of the recent files", keeps::kOpens, does::kOpensMap},
    {"map.reload", "[force]", "Reload map from disk", CommandGroup::kFile, 0, 1, "Reads the open file again", keeps::kOpens, does::kOpensMap | does::kReloads},
    {"script.run", "PATH", "Run script", CommandGroup::kFile, 1, 1, "Runs the commands of a file, one a line; the first fault ends it"},
    {"terrain.letter", "LETTER TERRAIN", "Terrain of a letter", CommandGroup::kFile, 2, 2, "What a letter of the open map stands for; its cells keep the letter, also on saving", keeps::kLogged, does::kLeavesPiece},
    {"terrain.next_letters", "LETTER=TERRAIN...", "Letters of the next map", CommandGroup::kFile, 1, -1, "What letters stand for in the map that is opened next, such as E=ground S=ground", 0, does::kPreparesMap},
    {"notice.close", "letters|beside|links", "Close notice", CommandGroup::kFile, 1, 1, "Takes away what is said of the open map: that it has unknown letters, that a scenario lies beside it, or that its file cannot hold its links"},
    {"recent.clear", "", "Forget recent files", CommandGroup::kFile, 0, 0, "Empties the list of recent files"},
    {"recent.forget", "PATH", "Forget a recent file", CommandGroup::kFile, 1, 1, "Takes the file off the list of recent files, with what its letters were given"},
    {"export.trace", "PATH", "Export search trace", CommandGroup::kFile, 1, 1, "Writes the traced search as a Posthoc trace (*.trace.json)"},
    {"export.table", "PATH", "Export comparison table", CommandGroup::kFile, 1, 1, "Writes the planners' figures for the query as CSV"},
    {"recovery.copies", "on|off|toggle", "Copies of unsaved work", CommandGroup::kFile, 1, 1, "Whether unsaved work is copied while it is made, so that a crash loses a few seconds of it at most"},
    {"recovery.seconds", "SECONDS", "Time between copies", CommandGroup::kFile, 1, 1, "0.01 to 600: from a change to its copy on the disk"},
    {"recovery.restore", "[force]", "Restore unsaved work", CommandGroup::kFile, 0, 1, "Opens the copy of a map that an earlier run left unsaved"},
    {"recovery.later", "", "Decide later on unsaved work", CommandGroup::kFile, 0, 0, "Keeps that copy and offers it again at the next start"},
    {"recovery.discard", "", "Discard unsaved work", CommandGroup::kFile, 0, 0, "Deletes that copy"},
    {"question.save", "", "Save, then go on", CommandGroup::kFile, 0, 0, "Answers the question about unsaved changes"},
    {"question.discard", "", "Go on without saving", CommandGroup::kFile, 0, 0, "Answers the question about unsaved changes"},
    {"question.run", "", "Run the script", CommandGroup::kFile, 0, 0, "Answers the question about a script that was opened, which then runs"},
    {"question.cancel", "", "Do not go on", CommandGroup::kFile, 0, 0, "Answers the question about unsaved changes, or about a script"},
    {"work.cancel", "", "Cancel the work under way", CommandGroup::kFile, 0, 0, "Gives up what a large map takes long for, such as opening it", 0, does::kDuringLongWork},
    {"dialog.close", "", "Close message", CommandGroup::kFile, 0, 0, "Closes the message on top"},
    {"app.quit", "[force]", "Quit", CommandGroup::kFile, 0, 1, "Ends the program"},

    {"edit.undo", "", "Undo", CommandGroup::kEdit, 0, 0, "Takes back the last stroke", keeps::kLogged, does::kRepeats},
    {"edit.redo", "", "Redo", CommandGroup::kEdit, 0, 0, "Does it again", keeps::kLogged, does::kRepeats},
    {"copy.reproduction", "", "Copy as script", CommandGroup::kEdit, 0, 0, "Puts the commands that lead to this screen on the clipboard"},

    {"paint.stroke", "brush|erase TERRAIN RADIUS round|square X,Y... | weight WEIGHT RADIUS round|square X,Y...", "Paint stroke", CommandGroup::kPaint, 5, -1, "A brush stroke through the points; one undo. WEIGHT: 7 gives cells this weight of their own, +7 raises and -7 lowers what they cost, 0 gives them back the weight of their terrain, smooth gives each the mean of what it and the cells around it cost"},
    {"paint.line", "X0 Y0 X1 Y1 [TERRAIN] | X0 Y0 X1 Y1 weight WEIGHT", "Paint line", CommandGroup::kPaint, 4, 6, "A straight line with the brush; WEIGHT as for paint.stroke"},
    {"paint.rectangle", "X0 Y0 X1 Y1 [filled|outline] [TERRAIN] | X0 Y0 X1 Y1 [filled|outline] weight WEIGHT", "Paint rectangle", CommandGroup::kPaint, 4, 7, "Corners included; WEIGHT as for paint.stroke"},
    {"paint.ellipse", "X0 Y0 X1 Y1 [filled|outline] [TERRAIN] | X0 Y0 X1 Y1 [filled|outline] weight WEIGHT", "Paint ellipse", CommandGroup::kPaint, 4, 7, "Within a rectangle, corners included; WEIGHT as for paint.stroke"},
    {"paint.fill", "X Y [TERRAIN] | X Y weight WEIGHT", "Fill area", CommandGroup::kPaint, 2, 4, "The connected area with the terrain of the cell; WEIGHT as for paint.stroke"},
    {"tool.select", "TOOL", "Select tool", CommandGroup::kPaint, 1, 1, "{tools}", kSetting, 0, "select"},
    {"terrain.select", "TERRAIN", "Select terrain", CommandGroup::kPaint, 1, 1, "ground, swamp, water, trees or blocked", kSetting | kLast, 0, "blocked"},
    {"terrain.pick", "X Y", "Pick terrain", CommandGroup::kPaint, 2, 2, "Selects the terrain of the cell", 0, does::kLeavesPiece},

    {"query.start", "X Y [more]", "Set start", CommandGroup::kSearch, 2, 3, "Moves the start; more: one undo takes this move and the one before back", kLast, does::kMovesQuery},
    {"query.goal", "X Y [more]", "Set goal", CommandGroup::kSearch, 2, 3, "Moves the goal; more: one undo takes this move and the one before back", kLast, does::kMovesQuery},
    {"query.set", "X0 Y0 X1 Y1 [more]", "Set start and goal", CommandGroup::kSearch, 4, 5, "Moves both, and one undo moves both back; more: it takes the move before back as well", kLast, does::kMovesQuery},
    {"query.swap", "", "Swap start and goal", CommandGroup::kSearch, 0, 0, "Searches in the other direction", 0, does::kMovesQuery},
    {"query.random", "[SEED]", "Random start and goal", CommandGroup::kSearch, 0, 1, "Two far cells that can reach each other", 0, does::kMovesQuery},
    {"query.clear", "", "Remove start and goal", CommandGroup::kSearch, 0, 0, "No search", 0, does::kMovesQuery},
    {"rules.capability", "TERRAIN,...", "Passable terrain", CommandGroup::kSearch, 1, 1, "A list such as ground,swamp", kSetting, does::kRules, "ground,swamp"},
    {"terrain.weight", "TERRAIN WEIGHT", "Terrain weight", CommandGroup::kSearch, 2, 2, "1 to 16; a step costs the mean of both cells' weights; a large agent pays the highest weight under it", kSetting | kLastOfFirst, does::kRules, "1"},
    {"terrain.name", "TERRAIN NAME", "Name of a terrain", CommandGroup::kSearch, 2, 2, "What the terrain is called on the open map, such as lava; usual: as in the format", keeps::kLogged},
    {"terrain.colour", "TERRAIN COLOUR", "Colour of a terrain", CommandGroup::kSearch, 2, 2, "Six digits such as c9bd8f: red, green, blue, on the open map; usual: the first one", keeps::kLogged},
    {"agent.capability", "TERRAIN,...", "Passable terrain", CommandGroup::kSearch, 1, 1, "The same as rules.capability", kSetting, 0, "ground,swamp"},
};

// The second part of the table. In the complete table the commands of features come between the two parts.
constexpr CommandInfo kMoreCommands[] = {
    {"planner.show", "PLANNER on|off", "Compare planner", CommandGroup::kSearch, 2, 2, "Whether the planner solves the query and is in the table", kSetting},
    {"planner.path", "PLANNER on|off|toggle", "Draw path of planner", CommandGroup::kSearch, 2, 2, "Whether the path of the planner is drawn on the map; its figures stay in the table", kSetting},
    {"planner.trace", "PLANNER", "Step planner", CommandGroup::kSearch, 1, 1, "Whose search is recorded and stepped", kSetting, 0, "astar"},
    {"inspect", "X Y", "Inspect cell", CommandGroup::kSearch, 2, 2, "Shows g, h, f, parent and all events of the cell", kLast},
    {"inspect.clear", "", "Close inspection", CommandGroup::kSearch, 0, 0, "No cell is inspected"},

    {"step.to", "N", "Go to event", CommandGroup::kPlayback, 1, 1, "The state after N events", 0, does::kSetsMoment | does::kRepeats},
    {"step.head", "PLACE", "Move the head", CommandGroup::kPlayback, 1, 1, "All compared searches to this place: expansions, microseconds or phases, as view.pace says; -1: before everything", 0, does::kSetsMoment | does::kRepeats},
    {"step.divergence", "[VIEW]", "Next divergence", CommandGroup::kPlayback, 0, 1, "To the next expansion at which the search of the view, or the second one, parts from the first", 0, does::kRepeats},
    {"step.forward", "[COUNT]", "Step forward", CommandGroup::kPlayback, 0, 1, "One event on, or COUNT", 0, does::kRepeats},
    {"step.back", "[COUNT]", "Step back", CommandGroup::kPlayback, 0, 1, "One event back, or COUNT", 0, does::kRepeats},
    {"step.first", "", "To the beginning", CommandGroup::kPlayback, 0, 0, "Before the first event", 0, does::kRepeats},
    {"step.last", "", "To the end", CommandGroup::kPlayback, 0, 0, "After the last event", 0, does::kSetsMoment | does::kRepeats},
    {"step.play", "", "Play", CommandGroup::kPlayback, 0, 0, "Events follow each other; from the start if at the end", 0, does::kRepeats},
    {"step.pause", "", "Pause", CommandGroup::kPlayback, 0, 0, "Stops playing", 0, does::kRepeats},
    {"step.toggle", "", "Play or pause", CommandGroup::kPlayback, 0, 0, "Starts or stops playing", 0, does::kRepeats},
    {"step.next_expansion", "", "Next expansion", CommandGroup::kPlayback, 0, 0, "To the next node that is expanded", 0, does::kRepeats},
    {"step.previous_expansion", "", "Previous expansion", CommandGroup::kPlayback, 0, 0, "Back to the expansion before", 0, does::kRepeats},
    {"step.next_of", "X Y", "Next event of cell", CommandGroup::kPlayback, 2, 2, "To the next event that concerns the cell", 0, does::kRepeats},
    {"step.phase", "insert-start|insert-goal|search|refine|smooth|contract [LEVEL]", "To the end of phase", CommandGroup::kPlayback, 1, 2, "Where that part of the search ends; of one level only if LEVEL is given", 0, does::kRepeats},
    {"step.breakpoint", "LINE on|off|toggle", "Breakpoint", CommandGroup::kPlayback, 2, 2, "Playing stops at events of this line of the pseudo-code", kSetting | kLastOfFirst, does::kRepeats},
    {"step.condition", "f-grows|reopened|level on|off|toggle | touched on|off|toggle X Y", "Break on condition", CommandGroup::kPlayback, 2, 4, "Playing stops where f increases, a node is reopened, the level changes, or a cell is touched", kSetting | kLastOfFirst, does::kRepeats},
    {"step.run", "", "Run to breakpoint", CommandGroup::kPlayback, 0, 0, "To the next event at a breakpoint or on which a condition holds, or the end", 0, does::kRepeats},

    {"layer", "LAYER|all on|off|toggle", "Show layer", CommandGroup::kView, 2, 2, "{layers}, or all", kSetting},
    {"layer.opacity", "LAYER PERCENT", "Layer opacity", CommandGroup::kView, 2, 2, "0 to 100", kSetting | kLastOfFirst},
    {"view.fit", "", "Fit map", CommandGroup::kView, 0, 0, "The whole map", 0, does::kRepeats},
    {"view.full", "", "100 %", CommandGroup::kView, 0, 0, "16 pixels a cell", 0, does::kRepeats},
    {"view.zoom", "FACTOR", "Zoom", CommandGroup::kView, 1, 1, "At the middle of the view; 2 is twice as large", 0, does::kRepeats},
    {"view.pan", "DX DY", "Pan", CommandGroup::kView, 2, 2, "By cells", 0, does::kRepeats},
    {"view.center", "X Y [ZOOM]", "Centre view", CommandGroup::kView, 2, 3, "Map coordinates; pixels per cell", 0, does::kSetsCamera | does::kRepeats},
    {"view.goto", "X Y", "Go to cell", CommandGroup::kView, 2, 2, "Centres the cell, zooms in if it is tiny, and inspects it", keeps::kLogged, does::kRepeats},
    {"view.split", "1|2|4 [with LAYER...]", "Split view", CommandGroup::kView, 1, -1, "One, two or four linked panes, each with a level of its own; with: layers that come and go with the split, in place of the usual ones", keeps::kLogged, does::kSetsViews | does::kRepeats, "1"},
    {"view.compare", "2|4|off [toggle]", "Compare searches", CommandGroup::kView, 1, 2, "Two or four views, each with a planner of its own, and one play head for all; toggle: back to one view if they are there already", keeps::kLogged, does::kSetsViews | does::kComparesViews | does::kRepeats, "off"},
    {"view.planner", "VIEW PLANNER", "Planner of a view", CommandGroup::kView, 2, 2, "VIEW from 1; the first one shows the search that is stepped", keeps::kLogged, does::kSetsViews | does::kComparesViews | does::kRepeats},
    {"view.beside", "PLANNER", "Show a planner beside the stepped one", CommandGroup::kView, 1, 1, "In the view that the pointer was in last, or the second one", keeps::kLogged, does::kComparesViews | does::kRepeats},
    {"view.level", "VIEW LEVEL", "Level of a pane", CommandGroup::kView, 2, 2, "VIEW from 1; LEVEL is step (the level of the step), all, 0 for cells, or a level of HPA* and of sectors", keeps::kLogged, does::kSetsViews | does::kRepeats},
    {"ui.scale", "FACTOR|auto", "Interface size", CommandGroup::kView, 1, 1, "1 to 3, or as the system says; +0.25 and -0.25 change the size"},
    {"ui.presentation", "on|off|toggle", "Presentation", CommandGroup::kView, 1, 1, "Maps with one large caption in place of the panels"},
    {"ui.legend", "on|off|toggle", "Legend of a presentation", CommandGroup::kView, 1, 1, "What colours mean, in large type"},
    {"ui.code", "on|off|toggle", "Pseudo-code of a presentation", CommandGroup::kView, 1, 1, "In large type, beside the map"},
    {"ui.present", "legend|coordinates|pointer|caption|chart|xray|meter|crowd|comparison|open_list|code|black on|off|toggle", "Part of a presentation", CommandGroup::kView, 2, 2, "What a presentation shows: the legend, numbers along the edges of the maps, a ring around the pointer, title and text of a figure, the open chart, the X-ray in words, what the last stroke updated, the counts of the crowd, the comparison, the open list, the pseudo-code; black: nothing"},
    {"ui.detail", "simple|full|toggle", "Simple or full", CommandGroup::kView, 1, 1, "Simple: lists show A*, JPS and HPA* alone, without settings of structures; full: all planners. What is on stays on"},
    {"ui.hints", "on|off|toggle", "Hints", CommandGroup::kView, 1, 1, "Short hints follow the pointer, each until what it tells to do was done once; on: all of them again"},
    {"ui.theme", "dark|light|toggle", "Theme", CommandGroup::kView, 1, 1, "Colours of the interface"},
    {"ui.panel", "left|right|bottom|steps|tools|tree on|off|toggle", "Panel", CommandGroup::kView, 2, 2, "Places, comparison and legend, timeline, its steps (event log, open list and pseudo-code), the tool bar, the search tree beside the map"},
    {"ui.reset_layout", "", "Reset layout", CommandGroup::kView, 0, 0, "Panels as wide and as open as they were at first"},
    {"ui.show", "open|save_as|save_graph|save_scen|save_csv|new|generate|letters|search|goto|help|about|export|preferences|recent|terrains|open_options|figure|animation|gallery|save_workspace|glossary|lessons|own_planners|decide_report|ask_csv|course_save|course_csv|first_run on|off|toggle", "Window", CommandGroup::kView, 2, 2, "Opens or closes a window for files, new maps, commands, keys and the like, or the card of the first minute"},
    {"ui.place", "NAME", "Place", CommandGroup::kView, 1, 1, "Opens learn, planners, map or crowd in the left panel, or unfolds a tab there, such as agent, hpa or scenario"},
    {"ui.chart", "CHART|off", "Chart", CommandGroup::kView, 1, 1, "Opens a chart of the analysis in a window over the map; off closes it"},
    {"ui.chart_range", "off | FROM TO", "Range of the chart", CommandGroup::kView, 1, 2, "Shows the points with x from FROM to TO; off: all points"},
    {"ui.chart_series", "SERIES on|off|toggle", "Line of the chart", CommandGroup::kView, 2, 2, "Shows or hides a planner, or another series of the open chart, by its name"},
    {"ui.chart_sort", "CHART COLUMN up|down|off", "Order of the table of a chart", CommandGroup::kView, 3, 3, "COLUMN from 1; off: the table's own order"},
    {"ui.chart_table", "on|off|toggle", "Table beside the chart", CommandGroup::kView, 1, 1, "The values of the chart, row by row"},
    {"ui.chart_copy", "", "Copy the table of the chart", CommandGroup::kView, 0, 0, "Puts the table of the open chart on the clipboard as CSV, in the order that is shown"},
    {"ui.chart_csv", "PATH", "Save the table of the chart", CommandGroup::kView, 1, 1, "Writes the table of the open chart as CSV, in the order that is shown"},
    {"ui.tool_hints", "on|off|toggle", "Hints in the status bar", CommandGroup::kView, 1, 1, "What the selected tool does, in the status bar"},
    {"ui.planner_colours", "usual|grey|toggle", "Colours of planners", CommandGroup::kView, 1, 1, "Colours that can be told apart with any colour vision, or greys as a printer makes them; dashes stay"},
    {"ui.preferences", "look|colours|keys|saving|computing", "Page of the preferences", CommandGroup::kView, 1, 1, "Opens the preferences on that page"},
    {"preferences.reset", "look|colours|keys|saving|computing|all", "Defaults of the preferences", CommandGroup::kView, 1, 1, "Sets what is on that page, or on all pages, to what it was at first"},
    {"lab.threads", "THREADS", "Threads of the lab", CommandGroup::kView, 1, 1, "How many threads build structures, plan batches and move crowds at once; 0: as many as the processor has"},
    {"ui.focus", "map|left|right|bottom|tree|next|previous", "Keyboard focus", CommandGroup::kView, 1, 1, "Which part of the window the arrow keys, Space and Enter go to; Esc gives them back to the map"},
    {"key.bind", "KEYS COMMAND...", "Change keys", CommandGroup::kView, 2, -1, "The keys run the command line from now on, in place of those that it had; they are taken from other lines"},
    {"key.unbind", "KEYS", "Take keys away", CommandGroup::kView, 1, 1, "The keys do nothing from now on"},
    {"key.reset", "", "Reset all keys", CommandGroup::kView, 0, 0, "Every command has its usual keys again"},

    {"wait", "FRAMES", "Wait", CommandGroup::kScript, 1, 1, "Lets frames pass"},
    {"wait.ready", "", "Wait until all is built", CommandGroup::kScript, 0, 0, "Finishes builds, searches and the trace", 0, does::kWaits},
    {"assert", "KEY OP [VALUE]", "Assert", CommandGroup::kScript, 2, 3, "Compares a value of the state dump: == != < <= > >= contains exists; $NAME is a remembered value"},
    {"assert.now", "KEY OP [VALUE]", "Assert without waiting", CommandGroup::kScript, 2, 3, "The same without finishing builds first"},
    {"assert.error", "TEXT COMMAND...", "Assert failure", CommandGroup::kScript, 2, -1, "The command must fail with a message that has the text"},
    {"remember", "NAME KEY", "Remember value", CommandGroup::kScript, 2, 2, "Keeps a value of the state dump for later asserts"},
    {"dump.state", "PATH", "Dump state", CommandGroup::kScript, 1, 1, "Writes the state as JSON"},
    {"dump.ui", "PATH", "Dump interface", CommandGroup::kScript, 1, 1, "Writes names and rectangles of the interface as JSON"},
    {"screenshot", "PATH", "Screenshot", CommandGroup::kScript, 1, 1, "Writes the window as PNG"},
    {"help", "[COMMAND]", "Help on command", CommandGroup::kHelp, 0, 1, "Says how a command is used"},
};

constexpr KeyBinding kKeyBindings[] = {
    {"Ctrl+N", "ui.show new on", "New map"},
    {"Ctrl+O", "ui.show open on", "Open map"},
    {"Ctrl+S", "map.save", "Save map"},
    {"Ctrl+Shift+S", "ui.show save_as on", "Save map as"},
    {"Ctrl+Shift+T", "map.reopen_last", "Reopen last file"},
    {"Ctrl+Shift+N", "ui.show generate on", "Generate map"},
    {"Ctrl+Shift+P", "ui.show search toggle", "Search commands"},
    {"Ctrl+E", "ui.show export on", "Export"},
    {"Ctrl+Comma", "ui.show preferences on", "Preferences"},
    {"Ctrl+Q", "app.quit", "Quit"},
    {"Ctrl+Z", "edit.undo", "Undo"},
    {"Ctrl+Y", "edit.redo", "Redo"},
    {"Ctrl+Shift+Z", "edit.redo", "Redo"},
    {"Ctrl+Shift+C", "copy.reproduction", "Copy as script"},
    {"R", "tool.select select", "Select and move"},
    {"B", "tool.select brush", "Brush"},
    {"Shift+B", "tool.select erase", "Erase"},
    {"L", "tool.select line", "Line"},
    {"U", "tool.select rectangle", "Rectangle"},
    {"Shift+U", "tool.select ellipse", "Ellipse"},
    {"H", "paint.form toggle", "Filled shapes or outlines"},
    {"P", "brush.shape toggle", "Round or square brush"},
    {"F", "tool.select fill", "Fill"},
    {"I", "tool.select pick", "Pick terrain"},
};
// The second part of the key bindings. In the complete list those of features come between the two parts.
constexpr KeyBinding kMoreKeyBindings[] = {
    {"Plus", "brush.radius +0.5", "Larger brush"},
    {"Minus", "brush.radius -0.5", "Smaller brush"},
    {"1", "terrain.select ground", "Ground"},
    {"2", "terrain.select swamp", "Swamp"},
    {"3", "terrain.select water", "Water"},
    {"4", "terrain.select trees", "Trees"},
    {"5", "terrain.select blocked", "Blocked"},
    {"X", "query.swap", "Swap start and goal"},
    {"Ctrl+R", "query.random", "Random start and goal"},
    {"Ctrl+/", "view.fit", "Fit map"},
    {"Ctrl+0", "view.full", "100 %"},
    {"Ctrl+Plus", "view.zoom 1.25", "Zoom in"},
    {"Ctrl+Minus", "view.zoom 0.8", "Zoom out"},
    {"Ctrl+G", "layer grid toggle", "Grid"},
    {"Ctrl+1", "layer clusters toggle", "Clusters"},
    {"Ctrl+2", "layer entrances toggle", "Entrances"},
    {"Ctrl+3", "layer transitions toggle", "Transitions"},
    {"Ctrl+4", "layer inter-edges toggle", "Inter-edges"},
    {"Ctrl+5", "layer intra-edges toggle", "Intra-edges"},
    {"Ctrl+6", "layer search toggle", "Searched cells"},
    {"Ctrl+7", "layer tree toggle", "Search tree"},
    {"Ctrl+8", "layer path toggle", "Path"},
    {"Ctrl+9", "layer clearance toggle", "Clearance"},
    {"F2", "view.split 1", "One view"},
    {"F3", "view.compare 2 toggle", "Compare two searches"},
    {"Shift+F3", "view.compare 4 toggle", "Compare four searches"},
    {"F4", "view.split 4", "Level stack: four linked views"},
    {"Shift+F4", "view.split 2", "Two linked views"},
    {"F6", "view.difference toggle", "Difference of the compared searches"},
    {"S", "planner.only toggle", "Only the stepped planner"},
    {"Ctrl+Shift+G", "ui.show goto on", "Go to cell"},
    {"Space", "step.toggle", "Play or pause"},
    {"Right", "step.forward", "Step forward"},
    {"Left", "step.back", "Step back"},
    {"Shift+Right", "step.next_expansion", "Next expansion"},
    {"Shift+Left", "step.previous_expansion", "Previous expansion"},
    {"F7", "step.divergence", "Next divergence"},
    {"[", "step.speed /2", "Slower"},
    {"]", "step.speed x2", "Faster"},
    {"Home", "step.first", "To the beginning"},
    {"End", "step.last", "To the end"},
    {"Shift+End", "step.run", "Run to breakpoint"},
    {"E", "ui.panel steps toggle", "Steps: event log, open list, pseudo-code"},
    {"F8", "ui.focus next", "Keyboard to the next panel"},
    {"Shift+F8", "ui.focus previous", "Keyboard to the previous panel"},
    {"Tab", "ui.presentation toggle", "Presentation"},
    {"F5", "ui.presentation on", "Presentation"},
    {"Shift+F5", "ui.presentation on", "Presentation"},
    {"O", "ui.code toggle", "Pseudo-code of a presentation"},
    {"Shift+O", "ui.present open_list toggle", "Open list of a presentation"},
    {"Period", "ui.present black toggle", "Black screen of a presentation"},
    {"Ctrl+Alt+Plus", "ui.scale +0.25", "Larger interface"},
    {"Ctrl+Alt+Minus", "ui.scale -0.25", "Smaller interface"},
    {"?", "ui.show help toggle", "Help"},
    {"F1", "ui.show help toggle", "Help"},
};
// clang-format on

}  // namespace

namespace {

// Replaces "{tools}" and "{layers}" in a help text by the names of all tools and layers.
std::string spelled_out(std::string_view help) {
  std::string text(help);
  const auto replace = [&text](std::string_view word, const auto& names) {
    if (const size_t at = text.find(word); at != text.npos) text.replace(at, word.size(), names());
  };
  replace("{tools}", [] {
    std::string names;
    for (int i = 0; i < tool_count(); ++i) {
      names += i == 0 ? "" : i + 1 == tool_count() ? " or " : ", ";
      names += tool_name(static_cast<Tool>(i));
    }
    return names;
  });
  replace("{layers}", [] {
    std::string names;
    for (const Layer layer : layers()) {
      names += names.empty() ? "" : ", ";
      names += layer_name(layer);
    }
    return names;
  });
  return text;
}

}  // namespace

std::span<const CommandInfo> commands() {
  static std::vector<CommandInfo> all;
  // The texts with names filled in, to which the commands of the table refer.
  static std::deque<std::string> spelled;
  static uint64_t made_of = 0;
  if (made_of == features_version()) return all;
  made_of = features_version();
  all.assign(std::begin(kCommands), std::end(kCommands));
  for (const Feature* feature : features()) {
    for (const FeatureCommand& command : feature->commands) all.push_back(command.info);
    if (feature->settings == nullptr) continue;
    for (const LabSetting& setting : feature->settings()) all.push_back(command_of(setting));
  }
  for (const auto& own : {rules_of_movement(), shared_settings()}) {
    for (const LabSetting& setting : own) all.push_back(command_of(setting));
  }
  all.insert(all.end(), std::begin(kMoreCommands), std::end(kMoreCommands));
  spelled.clear();
  for (CommandInfo& info : all) {
    if (info.help.find('{') != info.help.npos) info.help = spelled.emplace_back(spelled_out(info.help));
  }
  return all;
}

std::span<const KeyBinding> default_key_bindings() {
  static std::vector<KeyBinding> all;
  static uint64_t made_of = 0;
  if (made_of == features_version()) return all;
  made_of = features_version();
  all.assign(std::begin(kKeyBindings), std::end(kKeyBindings));
  for (const Feature* feature : features()) all.insert(all.end(), feature->keys.begin(), feature->keys.end());
  all.insert(all.end(), std::begin(kMoreKeyBindings), std::end(kMoreKeyBindings));
  return all;
}

uint64_t default_key_bindings_version() { return features_version(); }

}  // namespace strata
