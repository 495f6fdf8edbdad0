// Purpose: These constants are the icons of the interface as UTF-8 strings, from FontAwesome 4.7 (Debian
//          package fonts-font-awesome).
#pragma once

namespace strata::icon {

inline constexpr char kNew[] = "\xef\x80\x96";            // f016 file-o
inline constexpr char kOpen[] = "\xef\x81\xbc";           // f07c folder-open
inline constexpr char kFolder[] = "\xef\x81\xbb";         // f07b folder
inline constexpr char kSave[] = "\xef\x83\x87";           // f0c7 floppy-o
inline constexpr char kUndo[] = "\xef\x83\xa2";           // f0e2 undo
inline constexpr char kRedo[] = "\xef\x80\x9e";           // f01e repeat
inline constexpr char kBrush[] = "\xef\x87\xbc";          // f1fc paint-brush
inline constexpr char kFill[] = "\xef\x81\x83";           // f043 tint
inline constexpr char kErase[] = "\xef\x84\xad";          // f12d eraser
inline constexpr char kSelect[] = "\xef\x89\x85";         // f245 mouse-pointer
inline constexpr char kFlag[] = "\xef\x80\xa4";           // f024
inline constexpr char kPick[] = "\xef\x87\xbb";           // f1fb eyedropper
inline constexpr char kLine[] = "\xef\x81\xa8";           // f068 minus
inline constexpr char kRectangle[] = "\xef\x82\x96";      // f096 square-o
inline constexpr char kEllipse[] = "\xef\x84\x8c";        // f10c circle-o
inline constexpr char kFit[] = "\xef\x82\xb2";            // f0b2 arrows-alt
inline constexpr char kGrid[] = "\xef\x80\x8a";           // f00a th
inline constexpr char kPlay[] = "\xef\x81\x8b";           // f04b
inline constexpr char kPause[] = "\xef\x81\x8c";          // f04c
inline constexpr char kForward[] = "\xef\x81\x91";        // f051 step-forward
inline constexpr char kBack[] = "\xef\x81\x88";           // f048 step-backward
inline constexpr char kFirstStep[] = "\xef\x81\x89";      // f049 fast-backward
inline constexpr char kLastStep[] = "\xef\x81\x90";       // f050 fast-forward
inline constexpr char kNextExpansion[] = "\xef\x81\x8e";  // f04e forward
inline constexpr char kSwap[] = "\xef\x83\xac";           // f0ec exchange
inline constexpr char kDice[] = "\xef\x81\xb4";           // f074 random
inline constexpr char kSearch[] = "\xef\x80\x82";         // f002
inline constexpr char kWarning[] = "\xef\x81\xb1";        // f071
inline constexpr char kError[] = "\xef\x81\x97";          // f057 times-circle
inline constexpr char kInfo[] = "\xef\x81\x9a";           // f05a
inline constexpr char kHelp[] = "\xef\x81\x99";           // f059 question-circle
inline constexpr char kClose[] = "\xef\x80\x8d";          // f00d
inline constexpr char kUp[] = "\xef\x81\xa2";             // f062 arrow-up
inline constexpr char kDown[] = "\xef\x81\xa3";           // f063 arrow-down
inline constexpr char kGraph[] = "\xef\x87\xa0";          // f1e0 share-alt
inline constexpr char kUsers[] = "\xef\x83\x80";          // f0c0 users
inline constexpr char kTable[] = "\xef\x83\x8e";          // f0ce
inline constexpr char kList[] = "\xef\x80\xba";           // f03a
inline constexpr char kLayers[] = "\xef\x81\xae";         // f06e eye
inline constexpr char kCircle[] = "\xef\x84\x91";         // f111
inline constexpr char kSquare[] = "\xef\x83\x88";         // f0c8
inline constexpr char kMap[] = "\xef\x89\xb9";            // f279
inline constexpr char kOneView[] = "\xef\x8b\x90";        // f2d0 window-maximize
inline constexpr char kTwoViews[] = "\xef\x83\x9b";       // f0db columns
inline constexpr char kFourViews[] = "\xef\x80\x89";      // f009 th-large
inline constexpr char kArea[] = "\xef\x89\x87";           // f247 object-group
inline constexpr char kCheck[] = "\xef\x80\x8c";          // f00c check
inline constexpr char kWand[] = "\xef\x83\x90";           // f0d0 magic
inline constexpr char kWeight[] = "\xef\x89\x8e";         // f24e balance-scale
inline constexpr char kLink[] = "\xef\x83\x81";           // f0c1 chain

// The icons to rasterise; other icons of the font are not loaded.
inline constexpr const char* kAll[] = {
    kNew,       kOpen,     kFolder,        kSave,      kUndo,  kRedo,    kBrush,   kFill,   kErase,   kSelect,
    kFlag,      kPick,     kLine,          kRectangle, kFit,   kGrid,    kPlay,    kPause,  kForward, kBack,
    kFirstStep, kLastStep, kNextExpansion, kSwap,      kDice,  kSearch,  kWarning, kError,  kInfo,    kHelp,
    kClose,     kUp,       kDown,          kGraph,     kTable, kUsers,   kList,    kLayers, kCircle,  kSquare,
    kMap,       kOneView,  kTwoViews,      kFourViews, kArea,  kEllipse, kWand,    kCheck,  kWeight,  kLink};

}  // namespace strata::icon
