import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';

/** Words that only pages of teams need, so that no other page brings them. */
const WORDS: Readonly<Record<string, { title: () => string; description: () => string }>> = {
  TEAM_FULL: { title: m.teams_error_full, description: m.teams_error_full_text },
  TEAM_OWNED: { title: m.teams_error_owned, description: m.teams_error_owned_text },
  SEATS_REDUCED: { title: m.teams_error_reduced, description: m.teams_error_reduced_text },
  PLAN_SCHEDULED: { title: m.teams_error_scheduled, description: m.teams_error_scheduled_text },
  WRONG_MAILBOX: { title: m.teams_error_mailbox, description: m.teams_error_mailbox_text },
};

/** The toast for a call about a team that failed. */
export function toastTeamFailure(error: unknown): void {
  const words = WORDS[failureCode(error) ?? ''];
  toastFailure(error, words && { title: words.title(), description: words.description() });
}
