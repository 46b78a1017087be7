import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { noMoreCharacters, says } from '../says.ts';
import { lesson, tags } from './tag.ts';

export const words = z.string().trim().min(1, says(m.faults_cant_be_empty));

const amount = z
  .number(says(m.faults_must_be_a_number))
  .min(-1e9, says(m.faults_is_too_small))
  .max(1e9, says(m.faults_is_too_large));
const parameter = z
  .strictObject({
    name: z
      .string()
      .max(20, noMoreCharacters(20))
      .regex(/^[a-z][a-z0-9_]*$/, says(m.faults_must_be_a_lowercase_letter_or_a)),
    from: amount,
    to: amount,
    step: z
      .number(says(m.faults_must_be_a_number))
      .min(
        1e-6,
        says(() => m.faults_must_be_more_than({ number: 0 })),
      )
      .max(1e9, says(m.faults_is_too_large))
      .default(1),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: () => m.faults_must_not_be_less_than_the_minimum(),
  });

/** What every question has. */
export const asked = {
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, says(m.faults_must_be_a_name_such_as_q)),
  prompt: words,
  points: z
    .number(says(m.faults_must_be_a_number))
    .positive(says(() => m.faults_must_be_more_than({ number: 0 })))
    .max(
      1000,
      says(() => m.faults_must_be_at_most({ number: 1000 })),
    ),
  explanation: z.string().trim(),
  /** Topics: the result of an exam says how each of them went. */
  tags: tags.optional(),
  lesson: lesson.optional(),
  parameters: z
    .array(parameter)
    .max(
      10,
      says(() => m.faults_must_have_variables_or_fewer({ number: 10 })),
    )
    .optional(),
};

export const percent = z.number(says(m.faults_must_be_a_number)).max(
  100,
  says(() => m.faults_must_be_at_most({ number: 100 })),
);
const option = z.strictObject({
  text: words,
  correct: z.boolean().default(false),
  fraction: percent.min(-100, says(m.faults_must_be_100_or_more)).optional(),
});
type Option = z.output<typeof option>;
export const options = z
  .array(option)
  .min(2, says(m.faults_must_have_at_least_two_options))
  .max(
    50,
    says(() => m.faults_must_have_options_or_fewer({ number: 50 })),
  )
  .refine(
    (all) => new Set(all.map(({ fraction }) => fraction === undefined)).size < 2,
    says(m.faults_either_every_option_has_a_percentage_or),
  );

/** Whether the options have percentages of their own. */
export const hasFractions = (all: readonly Option[]) => all.some(({ fraction }) => fraction !== undefined);

export const accepted = z
  .array(words)
  .min(1, says(m.faults_must_have_at_least_one_accepted_answer))
  .max(
    100,
    says(() => m.faults_must_have_accepted_answers_or_fewer({ number: 100 })),
  );

/** No two alike; those that are still empty have a message of their own, each at its field. */
export function distinct<Item extends z.ZodType>(
  items: z.ZodArray<Item>,
  textOf: (item: z.output<Item>) => string = String,
) {
  return items.refine((all) => {
    const written = all.map(textOf).filter((text) => text !== '');
    return new Set(written).size === written.length;
  }, says(m.faults_two_items_are_the_same));
}
