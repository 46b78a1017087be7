import { z } from 'zod';
import { asked, distinct, words } from './asked.ts';

export const categoriseForm = z
  .strictObject({
    ...asked,
    kind: z.literal('categorise'),
    categories: distinct(
      z.array(words).min(2, 'needs two categories or more').max(20, 'needs 20 categories or fewer'),
    ),
    items: z
      .array(z.strictObject({ text: words, category: words }))
      .min(2, 'needs two items or more')
      .max(50, 'needs 50 items or fewer'),
  })
  .refine(({ categories, items }) => items.every(({ category }) => categories.includes(category)), {
    path: ['items'],
    error: 'an item is of a category that the question does not have',
  });
