import { z } from 'zod';
import { asked, distinct, words } from './asked.ts';

export const categoriseForm = z
  .strictObject({
    ...asked,
    kind: z.literal('categorise'),
    categories: distinct(
      z.array(words).min(2, 'must have at least two categories').max(20, 'must have 20 categories or fewer'),
    ),
    items: z
      .array(z.strictObject({ text: words, category: words }))
      .min(2, 'must have at least two items')
      .max(50, 'must have 50 items or fewer'),
  })
  .refine(({ categories, items }) => items.every(({ category }) => categories.includes(category)), {
    path: ['items'],
    error: "an item belongs to a category the question doesn't have",
  });
