import { z } from 'zod';
import { questionForm } from './question-form.ts';
import { tags } from './tag.ts';

export const bankForm = z.object({
  title: z.string().trim().min(1, 'Title is required').max(200, 'At most 200 characters'),
  description: z.string().trim().max(2000, 'At most 2000 characters').default(''),
});

/** A question of a bank, as its editor holds it. Its id is its name in the bank and stays. */
export const bankQuestionForm = z.object({
  tags,
  // A bank serves many courses: its tags belong next to the question, and a draw names the lesson.
  question: questionForm
    .refine(({ tags: own }) => own === undefined, {
      path: ['tags'],
      error: 'tags belong next to the question',
    })
    .refine(({ lesson }) => lesson === undefined, {
      path: ['lesson'],
      error: "questions in a bank have no lesson; set it in the exam's draw",
    }),
});
export type BankQuestionForm = z.output<typeof bankQuestionForm>;
