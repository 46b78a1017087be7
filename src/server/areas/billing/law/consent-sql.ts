import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export type ConsentKind = 'terms' | 'begin-now' | 'withdrawal';

/** What was agreed to, whole; where it ends with the terms of service, these are given as `page`, too. */
export interface AgreedText {
  readonly text: string;
  readonly page?: string;
}

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Keeps what somebody agreed to, word for word. */
export async function insertConsent(
  trx: Transaction<DB>,
  consent: {
    readonly accountId: string;
    /** The account of who agreed, where that is another one. */
    readonly agreedBy?: string | null;
    readonly kind: ConsentKind;
    readonly locale: string;
  } & AgreedText,
  now: Date,
): Promise<void> {
  const { accountId, agreedBy = null, kind, locale, page = '', text } = consent;
  const hash = hashOfText(text);
  const pageHash = page === '' ? null : hashOfText(page);
  const lines = pageHash === null ? text : text.slice(0, -`\n\n${page}`.length);
  if (pageHash !== null) await insertText(trx, { hash: pageHash, text: page, page_hash: null });
  await insertText(trx, { hash, text: lines, page_hash: pageHash });
  await trx
    .insertInto('billing_consents')
    .values({ account_id: accountId, agreed_by: agreedBy, kind, text_hash: hash, locale, at: now })
    .execute();
}

async function insertText(
  trx: Transaction<DB>,
  values: { readonly hash: string; readonly text: string; readonly page_hash: string | null },
): Promise<void> {
  await trx
    .insertInto('consent_texts')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Whether the last order of an account agreed to just this since a time, and nothing came of it: what is known of its payments
 * is what was known then.
 */
export async function isAgreed(
  db: Reader,
  {
    accountId,
    agreedBy,
    beginNow,
    locale,
    since,
    text,
  }: {
    readonly accountId: string;
    readonly agreedBy: string | null;
    readonly text: string;
    readonly beginNow: string | null;
    readonly locale: string;
    readonly since: Date;
  },
): Promise<boolean> {
  const { rows } = await sql<{ agreed: boolean }>`
    select exists (
      select from (
        select no, text_hash, locale, agreed_by, at from billing_consents
        where account_id = ${accountId} and kind = 'terms' order by no desc limit 1) last
      where last.text_hash = ${hashOfText(text)} and last.locale = ${locale} and last.at > ${since}
        and last.agreed_by is not distinct from ${agreedBy}::uuid
        and (select b.text_hash from billing_consents b
          where b.account_id = ${accountId} and b.kind = 'begin-now' and b.no > last.no limit 1)
          is not distinct from ${beginNow === null ? null : hashOfText(beginNow)}
        and not exists (select from billing_facts f where f.account_id = ${accountId} and f.at >= last.at)) as agreed`.execute(
    db,
  );
  return rows[0]?.agreed ?? false;
}

const ofPerson = (accountId: string) => sql<boolean>`
  (c.agreed_by = ${accountId} or (c.account_id = ${accountId} and c.agreed_by is null))`;

/** What the person of an account agreed to, for themselves or for a team, newest first, without the words. */
export async function selectConsents(
  db: Reader,
  accountId: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
) {
  const { rows } = await sql<{ no: number; kind: ConsentKind; at: Date; locale: string; text_hash: string }>`
    select c.no, c.kind, c.at, c.locale, c.text_hash from billing_consents c
    where ${ofPerson(accountId)} ${before === null ? sql`` : sql`and c.no < ${before}::bigint`}
    order by c.no desc limit ${limit}`.execute(db);
  return rows;
}

/** The words of something that the person of an account agreed to; undefined: of nothing. */
export async function selectAgreedText(
  db: Reader,
  accountId: string,
  hash: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select t.text || coalesce(E'\\n\\n' || page.text, '') as text
    from consent_texts t left join consent_texts page on page.hash = t.page_hash
    where t.hash = ${hash}
      and exists (select from billing_consents c where c.text_hash = t.hash and ${ofPerson(accountId)})`.execute(
    db,
  );
  return rows[0]?.text;
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
