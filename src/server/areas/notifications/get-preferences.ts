import type { Preferences } from '#contract/notifications';
import { noticeKindsOf } from '#domain/notifications/kinds';
import type { Caller, Services } from '#server/services';
import { memberOf } from './member-of.ts';
import { selectChoices } from './sql.ts';

/** What the caller wants to hear, and how: of every kind both ways unless chosen otherwise. */
export async function getPreferences({ db }: Services, caller: Caller): Promise<Preferences> {
  const userId = memberOf(caller);
  const { viewer } = caller;
  const isAdmin = viewer.kind === 'member' && (viewer.isAdmin || viewer.administersElsewhere === true);
  const { categories, choices, digest } = await selectChoices(db.kysely, userId);
  const kinds = noticeKindsOf(isAdmin).map((kind) => {
    const { email = true, inApp = true } = choices.find((choice) => choice.kind === kind) ?? {};
    return { kind, inApp, email };
  });
  return { kinds, digest, categories };
}
