import type { FaqItem } from '#contract/site';

/** The questions for search engines (schema.org FAQPage). */
export function faqJsonLd(items: readonly FaqItem[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
