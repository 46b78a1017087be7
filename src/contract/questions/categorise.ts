import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { asked, distinct, words } from './asked.ts';

export const categoriseForm = z
  .strictObject({
    ...asked,
    kind: z.literal('categorise'),
    categories: distinct(
      z
        .array(words)
        .min(2, says(m.faults_must_have_at_least_two_categories))
        .max(
          20,
          says(() => m.faults_must_have_categories_or_fewer({ number: 20 })),
        ),
    ),
    items: distinct(
      z
        .array(z.strictObject({ text: words, category: words }))
        .min(2, says(m.faults_must_have_at_least_two_items))
        .max(
          50,
          says(() => m.faults_must_have_items_or_fewer({ number: 50 })),
        ),
      ({ text }) => text,
    ),
  })
  .refine(({ categories, items }) => items.every(({ category }) => categories.includes(category)), {
    path: ['items'],
    error: () => m.faults_an_item_belongs_to_a_category_the(),
  });
