import { z } from 'zod';

export const IMPORT_FORMATS = ['gift', 'moodle-xml', 'csv', 'aiken'] as const;
/** What a file of questions may hold at most; the server and the form keep to it. */
export const MAX_IMPORT_BYTES = 50_000_000;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What became of the questions of a file, one by one. */
export const importReport = z.object({
  kept: z.int(),
  changed: z.int(),
  dropped: z.int(),
  items: z.array(
    z.object({
      name: z.string(),
      line: z.int(),
      /** What the question is worth; null of one that is dropped, and in reports of earlier versions. */
      points: z.number().nullable().default(null),
      outcome: z.enum(['kept', 'changed', 'dropped']),
      reasons: z.array(z.string()),
      /** What the file calls the pictures that it shows; none in reports of earlier versions. */
      pictures: z.array(z.string()).default([]),
    }),
  ),
});
export type ImportReport = z.output<typeof importReport>;
