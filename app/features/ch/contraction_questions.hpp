// Purpose: What a learner is asked who predicts a contraction: the node that is contracted next. Nothing is asked where
//          the order of the nodes was given.
#pragma once

#include "app/features/predict/process_questions.hpp"

namespace strata {

extern const ProcessQuestions kContractionQuestions;

}  // namespace strata
