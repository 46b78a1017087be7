import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export type ConsentKind = 'terms' | 'begin-now' | 'withdrawal';

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Keeps what somebody agreed to, word for word. */
export async function insertConsent(
  trx: Transaction<DB>,
  consent: {
    readonly accountId: string;
    /** The account of who agreed, where that is another one. */
    readonly agreedBy?: string | null;
    readonly kind: ConsentKind;
    readonly text: string;
    readonly locale: string;
  },
  now: Date,
): Promise<void> {
  const { accountId, agreedBy = null, kind, locale, text } = consent;
  const hash = hashOfText(text);
  await trx
    .insertInto('consent_texts')
    .values({ hash, text })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto('billing_consents')
    .values({ account_id: accountId, agreed_by: agreedBy, kind, text_hash: hash, locale, at: now })
    .execute();
}

/** All that the person of an account agreed to, for themselves or for a team, newest first, with the words. */
export function selectConsents(db: Reader, accountId: string) {
  return db
    .selectFrom('billing_consents')
    .innerJoin('consent_texts', 'consent_texts.hash', 'billing_consents.text_hash')
    .select(['no', 'kind', 'at', 'locale', 'text', 'text_hash'])
    .where((where) =>
      where.or([
        where.and([where('account_id', '=', accountId), where('agreed_by', 'is', null)]),
        where('agreed_by', '=', accountId),
      ]),
    )
    .orderBy('no', 'desc')
    .execute();
}

export interface OrderOf {
  readonly accountId: string;
  /** The last order before this moment. */
  readonly before: Date;
}

/** Whether each of these orders asked for access at once, in one statement. */
export async function selectWantedAtOnce(db: Reader, orders: readonly OrderOf[]): Promise<boolean[]> {
  if (orders.length === 0) return [];
  const { rows } = await sql<{ wanted: boolean }>`
    select exists (
      select from billing_consents b where b.account_id = o.account_id and b.kind = 'begin-now' and b.at = (
        select max(t.at) from billing_consents t
        where t.account_id = o.account_id and t.kind = 'terms' and t.at <= o.before)) as wanted
    from unnest(${orders.map(({ accountId }) => accountId)}::uuid[], ${orders.map(({ before }) => before)}::timestamptz[])
      with ordinality o (account_id, before, no) order by o.no`.execute(db);
  return rows.map(({ wanted }) => wanted);
}

/** The terms of service as they are saved, in HTML; null: those that the product came with. */
export async function selectTermsPage(db: Reader): Promise<string | null> {
  const row = await db
    .selectFrom('page_content')
    .select('content')
    .where('page_name', '=', 'terms')
    .executeTakeFirst();
  return row?.content ?? null;
}
