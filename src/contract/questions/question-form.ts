import { z } from 'zod';
import { parameterFault } from '#domain/exams/parameters';
import { m } from '../../messages/messages.js';
import { withoutChecks } from '../as-stored.ts';
import { says } from '../says.ts';
import { categoriseForm } from './categorise.ts';
import { codeForm } from './code.ts';
import { essayForm } from './essay.ts';
import { fileForm } from './file.ts';
import { parameterWords } from './formula-words.ts';
import { gapsForm } from './gaps.ts';
import { hotspotForm } from './hotspot.ts';
import { matchForm } from './match.ts';
import { multipleForm } from './multiple.ts';
import { numberForm } from './number.ts';
import { orderForm } from './order.ts';
import { singleForm } from './single.ts';
import { textForm } from './text.ts';
import { trueFalseForm } from './true-false.ts';

/** A question of any kind, as an author writes it. */
export const questionForm = z
  .discriminatedUnion('kind', [
    singleForm,
    multipleForm,
    trueFalseForm,
    numberForm,
    textForm,
    gapsForm,
    categoriseForm,
    orderForm,
    matchForm,
    hotspotForm,
    essayForm,
    fileForm,
    codeForm,
  ])
  .superRefine((question, context) => {
    const fault = parameterFault(question);
    if (fault === null) return;
    const isAnswer = question.kind === 'number' && typeof question.answer === 'string';
    context.addIssue({
      code: 'custom',
      message: parameterWords(fault),
      path: [isAnswer ? 'answer' : 'parameters'],
    });
  });

/** The questions of one exam. */
export const questionForms = questionForm
  .array()
  .max(
    500,
    says(() => m.faults_must_have_questions_or_fewer({ number: 500 })),
  )
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    says(m.faults_every_question_must_have_a_unique_id),
  );

/** A question that was checked when it was saved, perhaps by other rules. */
export const storedQuestion = withoutChecks(questionForm);
