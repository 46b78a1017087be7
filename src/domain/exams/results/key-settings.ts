import type { ExamSettings } from '../exam-settings.ts';

/**
 * The settings that decide when the keys of an attempt are seen. Keys that wait for the closing also wait for the closing of
 * the present exam, because it can be taken until then. If that never closes, its own rule decides once the attempt's closing
 * has passed.
 */
export function keySettings(own: ExamSettings, present: ExamSettings | undefined, now: Date): ExamSettings {
  if (own.feedback !== 'after-closing' || !present || own.closesAt === null) return own;
  const isClosed = Date.parse(own.closesAt) <= now.getTime();
  if (present.closesAt === null) return isClosed ? present : { ...own, closesAt: null };
  const isLater = Date.parse(present.closesAt) > Date.parse(own.closesAt);
  return isLater ? { ...own, closesAt: present.closesAt } : own;
}
