import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';

/** Words that only announcements need, so that no other page brings them. */
const WORDS: Readonly<Record<string, () => string>> = {
  MARKETING_OFF: m.announcements_marketing_off,
  NO_RECIPIENTS: m.announcements_no_recipients,
  STATE_CHANGED: m.announcements_sent_before,
};

/** The toast for an announcement that was not sent. */
export function toastUnsent(error: unknown, title: string): void {
  const description = WORDS[failureCode(error) ?? ''];
  toastFailure(error, { title, ...(description && { description: description() }) });
}
