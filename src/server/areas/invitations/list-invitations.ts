import type { Invitation } from '#contract/administration/invitations';
import { canAdminister } from '#domain/access/can-administer';
import type { InvitationState } from '#domain/accounts/invitation';
import { authorise } from '#server/authorise';
import { fromCursor, toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { selectInvitations, toInvitation } from './sql.ts';

const PAGE_SIZE = 50;

interface Query {
  readonly state?: InvitationState | undefined;
  readonly q: string;
  readonly after?: string | undefined;
}

/** Invitations, newest first. */
export async function listInvitations(
  { clock, db }: Services,
  { viewer }: Caller,
  { after, q, state }: Query,
): Promise<{ items: Invitation[]; next: string | null }> {
  authorise(canAdminister(viewer));
  const now = clock.now();
  const rows = await selectInvitations(db.kysely, {
    state: state ?? null,
    contains: q,
    after: after === undefined ? null : fromCursor(after),
    limit: PAGE_SIZE + 1,
    now,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => toInvitation(row, now)),
    next: rows.length > PAGE_SIZE && last ? toCursor(last) : null,
  };
}
