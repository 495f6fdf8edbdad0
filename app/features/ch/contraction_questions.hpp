// Purpose: kContractionQuestions are the questions for a learner who predicts a stepped contraction: which node is
//          contracted next? If the order of the nodes was given in advance, no question is asked.
#pragma once

#include "app/features/predict/process_questions.hpp"

namespace strata {

extern const ProcessQuestions kContractionQuestions;

}  // namespace strata
