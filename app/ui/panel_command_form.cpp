#include "app/ui/panel_command_form.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "app/lab/lab.hpp"
#include "app/lab/user_errors.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/ch/ch_code.hpp"

namespace strata {
namespace {

// Returns the word that is being typed: the last one if the text is a list.
std::string_view last_word(std::string_view text, bool list) {
  const size_t comma = text.rfind(',');
  return list && comma != text.npos ? text.substr(comma + 1) : text;
}

// Handles the Up and Down keys, which replace the word by the previous or the next choice.
int step_choice(ImGuiInputTextCallbackData* data) {
  const CommandField& field = *static_cast<const CommandField*>(data->UserData);
  if (field.choices.empty()) return 0;
  const std::string_view text(data->Buf, static_cast<size_t>(data->BufTextLen));
  const std::string_view word = last_word(text, field.kind == FieldKind::kList);
  const auto count = static_cast<int>(field.choices.size());
  const auto found = std::find_if(field.choices.begin(), field.choices.end(),
                                  [&](const std::string& one) { return !word.empty() && one.starts_with(word); });
  const bool down = data->EventKey == ImGuiKey_DownArrow;
  int next = down ? 0 : count - 1;
  if (found != field.choices.end()) {
    const auto at = static_cast<int>(found - field.choices.begin());
    // If the word is only the beginning of a choice, it is completed first.
    next = *found != word ? at : (at + (down ? 1 : count - 1)) % count;
  }
  const auto from = static_cast<int>(text.size() - word.size());
  data->DeleteChars(from, static_cast<int>(word.size()));
  data->InsertChars(from, field.choices[static_cast<size_t>(next)].c_str());
  return 0;
}

bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// Returns the list with the word added, or removed if the list has it.
std::string with_word_switched(std::string_view list, const std::vector<std::string>& order, std::string_view word) {
  std::string out;
  for (const std::string& one : order) {
    if (has_word(list, one) == (one == word)) continue;
    out += (out.empty() ? "" : ",") + one;
  }
  return out;
}

const char* hint_of(const CommandField& field) {
  if (field.optional) return "may be left empty";
  switch (field.kind) {
    case FieldKind::kNumber:
      return "a number";
    case FieldKind::kPath:
      return "a file";
    case FieldKind::kChoice:
      return "type, or Up and Down";
    case FieldKind::kList:
      return "words with commas between";
    case FieldKind::kText:
      break;
  }
  return field.repeats ? "words with blanks between" : "";
}

}  // namespace

void CommandForm::choose_usage(size_t way, const std::vector<std::string>& given) {
  way_ = way;
  const std::vector<CommandField>& fields = ways_[way_].fields;
  texts_.assign(fields.size(), FieldBuffer{});
  for (size_t i = 0; i < fields.size(); ++i) {
    std::string value = i < given.size() ? given[i] : "";
    const bool known = fields[i].word.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
    if (value.empty() && fields[i].kind == FieldKind::kChoice && !fields[i].optional && known) {
      value = fields[i].choices.front();
    }
    std::snprintf(texts_[i].data(), texts_[i].size(), "%s", value.c_str());
  }
  focus_ = static_cast<int>(std::min(given.size(), fields.empty() ? 0 : fields.size() - 1));
}

void CommandForm::begin(const CommandInfo& info, const std::vector<std::string>& given) {
  name_ = info.name;
  ways_ = command_usages(info);
  reason_.clear();
  choose_usage(0, given);
}

void CommandForm::draw_choices(Ui& ui, const CommandField& field, FieldBuffer& text, size_t index) {
  ImGui::SameLine(0, ui.px(2));
  const bool open = ImGui::BeginCombo("##choices", "", ImGuiComboFlags_NoPreview | ImGuiComboFlags_HeightLarge);
  ui.mark("search.choices.{}", index);
  if (!open) return;
  const bool list = field.kind == FieldKind::kList;
  for (const std::string& choice : field.choices) {
    const bool on = list ? has_word(text.data(), choice) : choice == text.data();
    const auto flags = list ? ImGuiSelectableFlags_DontClosePopups : ImGuiSelectableFlags_None;
    if (ImGui::Selectable(choice.c_str(), on, flags)) {
      const std::string value = list ? with_word_switched(text.data(), field.choices, choice) : choice;
      std::snprintf(text.data(), text.size(), "%s", value.c_str());
    }
    ui.mark("search.choice.{}", choice);
  }
  ImGui::EndCombo();
}

void CommandForm::draw_field(Ui& ui, size_t index) {
  CommandField& field = ways_[way_].fields[index];
  FieldBuffer& text = texts_[index];
  const IdScope id(static_cast<int>(index));
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  draw_text(field.label);
  ImGui::TableNextColumn();
  if (focus_ == static_cast<int>(index)) {
    ImGui::SetKeyboardFocusHere();
    focus_ = -1;
  }
  ImGuiInputTextFlags flags = ImGuiInputTextFlags_AutoSelectAll;
  if (!field.choices.empty()) flags |= ImGuiInputTextFlags_CallbackHistory;
  if (field.kind == FieldKind::kNumber) flags |= ImGuiInputTextFlags_CharsNoBlank;
  const bool wide = field.kind == FieldKind::kPath || field.kind == FieldKind::kText;
  ImGui::SetNextItemWidth(ui.px(wide ? 340 : field.kind == FieldKind::kNumber ? 150 : 240));
  ImGui::InputTextWithHint("##value", hint_of(field), text.data(), text.size(), flags,
                           field.choices.empty() ? nullptr : step_choice, &field);
  ui.mark("search.field.{}", index);
  if (!field.choices.empty()) {
    // The Tab key goes to fields only.
    imgui::begin_skipped_by_tab();
    draw_choices(ui, field, text, index);
    imgui::end_skipped_by_tab();
  }
}

void CommandForm::hand_over(Ui& ui, const CommandInfo& info) {
  const CommandUsage& way = ways_[way_];
  std::vector<std::string> values;
  for (const FieldBuffer& text : texts_) values.emplace_back(text.data());
  for (size_t i = 0; i < way.fields.size(); ++i) {
    const Result<std::string> value = field_value(way.fields[i], values[i]);
    if (value) {
      // If the value was abbreviated, the field gets the full word.
      std::snprintf(texts_[i].data(), texts_[i].size(), "%s", value.value().c_str());
      continue;
    }
    reason_ = error_text(value.error());
    focus_ = static_cast<int>(i);
    return;
  }
  const Result<std::string> line = line_of_fields(info, way, values);
  focus_ = 0;
  if (!line) {
    reason_ = error_text(line.error());
    return;
  }
  reason_.clear();
  ui.run_for("search", line.value());
}

void CommandForm::draw(Ui& ui, DialogFrame& frame) {
  const CommandInfo* info = command_named(name_);
  if (info == nullptr) {
    // The command does not exist any more, as its feature was removed.
    end();
    return;
  }
  ImGui::PushFont(ui.fonts().bold);
  draw_text(info->title);
  ImGui::PopFont();
  ImGui::SameLine();
  draw_dim(info->name);
  text_colored_wrapped(theme().text_dim, std::string(info->help));
  ImGui::Dummy({0, ui.px(4)});
  const float foot = ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing() * 1.7f;
  ImGui::BeginChild("fields", {0, -foot}, false, ImGuiWindowFlags_NavFlattened);
  for (size_t i = 0; ways_.size() > 1 && i < ways_.size(); ++i) {
    if (radio_button(ui, ways_[i].usage.c_str(), way_ == i) && way_ != i) choose_usage(i, {});
    ui.mark("search.way.{}", i);
  }
  if (ImGui::BeginTable("fields", 2)) {
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    for (size_t i = 0; i < texts_.size(); ++i) draw_field(ui, i);
    ImGui::EndTable();
  }
  ImGui::EndChild();
  const float buttons = ImGui::GetContentRegionMax().y - ImGui::GetFrameHeight();
  ImGui::PushFont(ui.fonts().small);
  const std::string reason(reason_.empty() ? frame.problem() : reason_);
  if (reason.empty()) {
    draw_dim("Tab goes to the next field, Up and Down choose a word, Enter runs, Esc closes.");
  } else {
    text_colored_wrapped(theme().warn, reason);
    ui.mark("search.reason");
  }
  ImGui::PopFont();
  // The buttons stand at a fixed place, whatever the height of the text above.
  ImGui::SetCursorPosY(buttons);
  if (frame.button(ui, "Run", "search.run", true)) hand_over(ui, *info);
  ImGui::SameLine();
  if (frame.button(ui, "Back", "search.back", false)) end();
}

}  // namespace strata
