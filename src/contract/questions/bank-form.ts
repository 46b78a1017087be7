import { z } from 'zod';
import { questionForm } from './question-form.ts';

export const tag = z.string().trim().min(1, 'Write something here').max(60, 'needs 60 characters or fewer');

export const bankForm = z.object({
  title: z.string().trim().min(1, 'Title is required').max(200, 'At most 200 characters'),
  description: z.string().trim().max(2000, 'At most 2000 characters').default(''),
});

/** A question of a bank, as its editor holds it. Its id is its name in the bank and stays. */
export const bankQuestionForm = z.object({
  tags: z
    .array(tag)
    .max(20, 'needs 20 tags or fewer')
    .transform((all) => [...new Set(all)]),
  question: questionForm,
});
export type BankQuestionForm = z.output<typeof bankQuestionForm>;
