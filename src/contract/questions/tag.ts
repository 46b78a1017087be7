import { z } from 'zod';

/** A topic of a question, in a bank and in an exam alike. */
export const tag = z.string().trim().min(1, "can't be empty").max(60, 'must have 60 characters or fewer');

export const tags = z
  .array(tag)
  .max(20, 'must have 20 tags or fewer')
  .transform((all) => [...new Set(all)]);

/** The lesson or lab of the course that an answer can be read in, by its id in the course folder. */
export const lesson = z
  .string()
  .max(200, 'must have 200 characters or fewer')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be the id of a lesson of this course');
