import type { ExamSettings } from '../exam-settings.ts';

/** Whether points, keys and explanations of a finished attempt may be seen now. */
export function showsFeedback(
  { closesAt, feedback }: ExamSettings,
  { hasPassed, now }: { readonly hasPassed: boolean; readonly now: Date },
): boolean {
  switch (feedback) {
    case 'never':
      return false;
    case 'after-attempt':
      return true;
    case 'after-passing':
      return hasPassed;
    case 'after-closing':
      return closesAt !== null && Date.parse(closesAt) <= now.getTime();
  }
}
