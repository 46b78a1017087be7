import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { noMoreCharacters, says } from '../says.ts';

/** A topic of a question, in a bank and in an exam alike. */
export const tag = z.string().trim().min(1, says(m.faults_cant_be_empty)).max(60, noMoreCharacters(60));

export const tags = z
  .array(tag)
  .max(
    20,
    says(() => m.faults_must_have_tags_or_fewer({ number: 20 })),
  )
  .transform((all) => [...new Set(all)]);

/** The lesson or lab of the course that an answer can be read in, by its id in the course folder. */
export const lesson = z
  .string()
  .max(200, noMoreCharacters(200))
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, says(m.faults_must_be_the_id_of_a_lesson));
