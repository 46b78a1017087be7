import { z } from 'zod';
import { type FaqItem, faqItem } from '#contract/site';
import type { Services } from '#server/services';
import { selectSetting } from './sql.ts';

/** The three sample questions that a school starts with (spec section 9). */
export const SAMPLE_FAQ: readonly FaqItem[] = [
  {
    id: 'courses-offered',
    pricing: false,
    question: 'What courses do you offer?',
    answer:
      'We offer professional courses on technical subjects: databases, programming languages, the web, data, and developer tools. A course can have lessons, labs, and exams, and shows its level from beginner to advanced.',
  },
  {
    id: 'access-courses',
    pricing: false,
    question: 'How do I access my courses?',
    answer:
      "Log in and open your dashboard. It shows the courses you're taking and where you left off. You'll find all courses in your subscription tier in the catalog.",
  },
  {
    id: 'payment-methods',
    pricing: false,
    question: 'What payment methods do you accept?',
    answer:
      'Credit cards, and PayPal where the checkout page offers it. The pricing page shows what each plan costs, and your card details never reach this site.',
  },
];

/** The frequently asked questions in the order of the editor. Open to everybody. */
export async function listFaq({ db }: Services): Promise<FaqItem[]> {
  const row = await selectSetting(db.kysely, 'faq');
  return row ? z.array(faqItem).parse(row.value) : [...SAMPLE_FAQ];
}
