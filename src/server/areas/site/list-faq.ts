import { z } from 'zod';
import { type FaqItem, faqItem } from '#contract/site';
import type { Services } from '#server/services';
import { selectSetting } from './sql.ts';

/** The three sample questions that a school starts with (spec section 9). */
export const SAMPLE_FAQ: readonly FaqItem[] = [
  {
    id: 'courses-offered',
    question: 'What courses do you offer?',
    answer:
      'We offer professional courses on technical subjects: databases, programming languages, the web, data and developer tools. Each course consists of lessons, labs and an exam, and tells its level from beginner to advanced.',
  },
  {
    id: 'access-courses',
    question: 'How do I access my courses?',
    answer:
      'Log in and open your dashboard: it shows the courses you study and where you stopped. All courses of your subscription tier are in the catalogue as well.',
  },
  {
    id: 'payment-methods',
    question: 'What payment methods do you accept?',
    answer: 'We accept all major credit cards and PayPal.',
  },
];

/** The frequently asked questions in the order of the editor. Open to everybody. */
export async function listFaq({ db }: Services): Promise<FaqItem[]> {
  const row = await selectSetting(db.kysely, 'faq');
  return row ? z.array(faqItem).parse(row.value) : [...SAMPLE_FAQ];
}
