import { canAdminister } from '#domain/access/can-administer';
import { type ConsentKind, selectConsents } from '#server/areas/billing/law/consent-sql';
import { selectAccount } from '#server/areas/billing/ledger/ledger-sql';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectConfirmation } from '../../users/user-sql.ts';

interface Consent {
  readonly no: number;
  readonly kind: ConsentKind;
  readonly at: string;
  readonly locale: string;
  readonly text: string;
  readonly hash: string;
}

/** What somebody agreed to, word for word, newest first. Fails with USER_NOT_FOUND. */
export async function listConsents(
  { db }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<Consent[]> {
  authorise(canAdminister(viewer));
  if (!(await selectConfirmation(db.kysely, id))) throw new Failure('USER_NOT_FOUND');
  const account = await selectAccount(db.kysely, id);
  const rows = account ? await selectConsents(db.kysely, account.id) : [];
  return rows.map(({ at, kind, locale, no, text, text_hash }) => ({
    no,
    kind: kind as ConsentKind,
    at: at.toISOString(),
    locale,
    text,
    hash: text_hash,
  }));
}
