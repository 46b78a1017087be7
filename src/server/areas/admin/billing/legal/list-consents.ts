import { canAdminister } from '#domain/access/can-administer';
import { type ConsentKind, selectAgreedText, selectConsents } from '#server/areas/billing/law/consent-sql';
import { selectAccount } from '#server/areas/billing/ledger/ledger-sql';
import { authorise } from '#server/authorise';
import { fromIdCursor, toIdCursor } from '#server/cursor';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectConfirmation } from '../../users/user-sql.ts';

const PAGE_SIZE = 50;

interface Consent {
  readonly no: number;
  readonly kind: ConsentKind;
  readonly at: string;
  readonly locale: string;
  readonly hash: string;
}

/** One page of what somebody agreed to, newest first, without the words. Fails with USER_NOT_FOUND. */
export async function listConsents(
  { db }: Services,
  { viewer }: Caller,
  { after, id }: { id: string; after?: string | undefined },
): Promise<{ items: Consent[]; next: string | null }> {
  authorise(canAdminister(viewer));
  if (!(await selectConfirmation(db.kysely, id))) throw new Failure('USER_NOT_FOUND');
  const account = await selectAccount(db.kysely, id);
  const before = after ? fromIdCursor(after) : null;
  const limit = PAGE_SIZE + 1;
  const rows = account ? await selectConsents(db.kysely, account.id, { before, limit }) : [];
  const items = rows.slice(0, PAGE_SIZE).map(({ at, kind, locale, no, text_hash }) => ({
    no,
    kind,
    at: at.toISOString(),
    locale,
    hash: text_hash,
  }));
  const last = items.at(-1);
  return { items, next: rows.length > PAGE_SIZE && last ? toIdCursor(String(last.no)) : null };
}

/** What somebody agreed to, word for word. Fails with CONSENT_NOT_FOUND for what they did not. */
export async function getConsentText(
  { db }: Services,
  { viewer }: Caller,
  { hash, id }: { id: string; hash: string },
): Promise<{ text: string }> {
  authorise(canAdminister(viewer));
  const account = await selectAccount(db.kysely, id);
  const text = account && (await selectAgreedText(db.kysely, account.id, hash));
  if (text === undefined) throw new Failure('CONSENT_NOT_FOUND');
  return { text };
}
