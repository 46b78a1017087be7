import { m } from '#web/lib/messages.ts';

export interface HelpTopic {
  /** The anchor of the topic in the address. */
  readonly id: string;
  readonly title: () => string;
  readonly items: readonly { readonly question: () => string; readonly answer: () => string }[];
}

/** What the help center explains, in order. */
export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    id: 'start',
    title: m.site_help_start,
    items: [
      { question: m.site_help_start_q1, answer: m.site_help_start_a1 },
      { question: m.site_help_start_q2, answer: m.site_help_start_a2 },
      { question: m.site_help_start_q3, answer: m.site_help_start_a3 },
      { question: m.site_help_start_q4, answer: m.site_help_start_a4 },
    ],
  },
  {
    id: 'account',
    title: m.site_help_account,
    items: [
      { question: m.site_help_account_q1, answer: m.site_help_account_a1 },
      { question: m.site_help_account_q2, answer: m.site_help_account_a2 },
      { question: m.site_help_account_q3, answer: m.site_help_account_a3 },
      { question: m.site_help_account_q4, answer: m.site_help_account_a4 },
      { question: m.site_help_account_q5, answer: m.site_help_account_a5 },
    ],
  },
  {
    id: 'plans',
    title: m.site_help_plans,
    items: [
      { question: m.site_help_plans_q1, answer: m.site_help_plans_a1 },
      { question: m.site_help_plans_q2, answer: m.site_help_plans_a2 },
      { question: m.site_help_plans_q3, answer: m.site_help_plans_a3 },
    ],
  },
  {
    id: 'technical',
    title: m.site_help_technical,
    items: [
      { question: m.site_help_technical_q1, answer: m.site_help_technical_a1 },
      { question: m.site_help_technical_q2, answer: m.site_help_technical_a2 },
      { question: m.site_help_technical_q3, answer: m.site_help_technical_a3 },
      { question: m.site_help_technical_q4, answer: m.site_help_technical_a4 },
    ],
  },
];
