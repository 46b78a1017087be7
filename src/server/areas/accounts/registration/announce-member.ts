import type { Transaction } from 'kysely';
import { userPath } from '#domain/site/admin-paths';
import { announce } from '#server/db/announce';
import type { DB } from '#server/db/types';

/** Welcomes a new member, and notifies administrators. */
export async function announceMember(
  trx: Transaction<DB>,
  { name, userId }: { readonly userId: string; readonly name: string },
): Promise<void> {
  await announce(trx, {
    kind: 'welcome',
    eventKey: `welcome:${userId}`,
    to: { userId },
    link: '/courses',
  });
  await announce(trx, {
    kind: 'new-user',
    eventKey: `new-user:${userId}`,
    to: { administrators: true },
    link: userPath(userId),
    props: { person: name },
  });
}
