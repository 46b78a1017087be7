import { type Accommodation, accommodate } from '../exams/accommodate.ts';
import { mayStart } from '../exams/attempts/may-start.ts';
import type { ExamSettings } from '../exams/exam-settings.ts';
import { opening, type SectionRules } from './section-lock.ts';

/** What a learner is reminded of in a course. */
export const SECTION_DEADLINES = ['exam-closes', 'section-opens'] as const;
export type SectionDeadline = (typeof SECTION_DEADLINES)[number];

/** So long before it happens, in days, what opens or closes is worth telling. */
export const SOON_DAYS = 14;
const DAY_MS = 24 * 3600 * 1000;

export interface DatedSection {
  readonly rules: Pick<SectionRules, 'opensAt' | 'opensAfterDays' | 'started'>;
  /** Null for a section that is no exam. */
  readonly exam: {
    readonly settings: ExamSettings;
    readonly granted: readonly Accommodation[];
    readonly taken: { readonly count: number; readonly lastEnd: Date | null };
    /** Whether there is nothing to do any more: it was passed, waits to be marked, or an attempt runs. */
    readonly isSettled: boolean;
  } | null;
}

/**
 * The next date of a section that its learner has to know, if it is soon: when it opens, else when its exam closes for
 * good. Nothing about what cannot be done any more.
 */
export function sectionDeadline(
  { exam, rules }: DatedSection,
  { enrolledAt, now }: { readonly enrolledAt: Date; readonly now: Date },
): { readonly kind: SectionDeadline; readonly at: Date } | null {
  const isSoon = (at: Date) => at > now && at.getTime() - now.getTime() <= SOON_DAYS * DAY_MS;
  const opens = opening(rules, enrolledAt);
  if (opens && opens > now && !rules.started)
    return isSoon(opens) ? { kind: 'section-opens', at: opens } : null;
  if (!exam || exam.isSettled) return null;
  const settings = accommodate(exam.settings, exam.granted);
  const start = mayStart(settings, exam.taken, now);
  if (!start.ok && start.reason === 'not-open')
    return isSoon(start.at) ? { kind: 'section-opens', at: start.at } : null;
  const closes = settings.closesAt === null ? null : new Date(settings.closesAt);
  const isStillOpen = start.ok || (start.reason === 'wait' && closes !== null && start.at < closes);
  return closes && isStillOpen && isSoon(closes) ? { kind: 'exam-closes', at: closes } : null;
}
