import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { atMostCharacters, says } from '../says.ts';
import { questionForm } from './question-form.ts';
import { tags } from './tag.ts';

export const bankForm = z.object({
  title: z.string().trim().min(1, says(m.faults_title_is_required)).max(200, atMostCharacters(200)),
  description: z.string().trim().max(2000, atMostCharacters(2000)).default(''),
});

/** A question of a bank, as its editor holds it. Its id is its name in the bank and stays. */
export const bankQuestionForm = z.object({
  tags,
  // A bank serves many courses: its tags belong next to the question, and a draw names the lesson.
  question: questionForm
    .refine(({ tags: own }) => own === undefined, {
      path: ['tags'],
      error: () => m.faults_tags_belong_next_to_the_question(),
    })
    .refine(({ lesson }) => lesson === undefined, {
      path: ['lesson'],
      error: () => m.faults_questions_in_a_bank_have_no_lesson(),
    }),
});
export type BankQuestionForm = z.output<typeof bankQuestionForm>;
