import { sql, type Transaction } from 'kysely';
import type { Fact, NewFact } from '#domain/billing/facts';
import { factText } from '#domain/billing/newest-facts';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface Account {
  readonly id: string;
  /** Null: a team's account; or the person is gone, and what was paid stays. */
  readonly user_id: string | null;
  readonly team_id: string | null;
}

const COLUMNS = ['id', 'user_id', 'team_id'] as const;

export function selectAccount(db: Reader, userId: string): Promise<Account | undefined> {
  return db.selectFrom('billing_accounts').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst();
}

/**
 * Makes an account for a person who has none; answers it when it is new. Its id follows from the person's, so that after a
 * restore it is the one that the provider's customer names; without the person it leads to nobody.
 */
export async function insertAccount(trx: Transaction<DB>, userId: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    insert into billing_accounts (id, user_id) select md5('account of ' || id)::uuid, id from users where id = ${userId}
    on conflict (user_id) do nothing returning id, user_id, team_id`.execute(trx);
  return rows[0];
}

/** The account, of whose facts nobody else writes any until the transaction ends. */
export function holdAccount(trx: Transaction<DB>, id: string): Promise<Account | undefined> {
  return trx
    .selectFrom('billing_accounts')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** What counts of an account in the running mode; of one of its customers only, where one is named. */
export async function selectFacts(db: Reader, accountId: string, customer?: string): Promise<Fact[]> {
  const rows = await db
    .selectFrom('counted_facts')
    .select(['no', 'kind', 'subject', 'body'])
    .where('account_id', '=', accountId)
    .$if(customer !== undefined, (query) => query.where('customer', '=', customer ?? ''))
    .orderBy('no')
    .execute();
  return rows.map(toFact);
}

/** What counts of an account in the running mode, of all customers that hold the card of one person: they may have been several. */
export async function selectFactsOfPayer(db: Reader, accountId: string, payerId: string): Promise<Fact[]> {
  const rows = await db
    .selectFrom('counted_facts')
    .innerJoin('billing_customers', (join) =>
      join
        .onRef('billing_customers.provider', '=', 'counted_facts.provider')
        .onRef('billing_customers.customer', '=', 'counted_facts.customer'),
    )
    .select(['no', 'kind', 'subject', 'body'])
    .where('counted_facts.account_id', '=', accountId)
    .where('payer_id', '=', payerId)
    .orderBy('no')
    .execute();
  return rows.map(toFact);
}

/** What counts of each of these accounts, in one statement. */
export async function selectFactsOfEach(
  db: Reader,
  accountIds: readonly string[],
): Promise<Map<string, Fact[]>> {
  const facts = new Map<string, Fact[]>(accountIds.map((id) => [id, []]));
  if (accountIds.length === 0) return facts;
  const rows = await db
    .selectFrom('counted_facts')
    .select(['account_id', 'no', 'kind', 'subject', 'body'])
    .where('account_id', 'in', [...accountIds])
    .orderBy('no')
    .execute();
  for (const { account_id, ...row } of rows) facts.get(account_id ?? '')?.push(toFact(row));
  return facts;
}

export interface FactRow {
  readonly no: number;
  readonly kind: string;
  readonly subject: string;
  readonly body: unknown;
}

export function toFact({ body, kind, no, subject }: FactRow): Fact {
  return { ...Object(body), kind, id: subject, v: no } as Fact;
}

/** The same as an administrator reads it, newest first. */
export function selectTimeline(db: Reader, accountId: string) {
  return db
    .selectFrom('counted_facts')
    .select(['no', 'at', 'kind', 'subject', 'provider', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('no', 'desc')
    .limit(500)
    .execute();
}

/** By whom facts are reported: a provider, of one of its customers, or the school itself. */
export interface Source {
  readonly provider: string;
  readonly customer: string | null;
}

export async function insertFacts(
  trx: Transaction<DB>,
  accountId: string,
  { customer, provider }: Source,
  facts: readonly NewFact[],
  now: Date,
): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map(({ id, kind, ...body }) => ({
    account_id: accountId,
    provider,
    customer,
    kind,
    subject: id,
    body: JSON.stringify(body),
    at: now,
  }));
  await trx.insertInto('billing_facts').values(rows).execute();
  // Whatever is learned may have to be mailed; nobody who writes facts can forget it.
  await sql`update billing_accounts set mail_at = least(mail_at, ${now}::timestamptz) where id = ${accountId}`.execute(
    trx,
  );
}

/** Of what was seen, what the ledger does not say yet. */
export function newOnes(known: readonly Fact[], seen: readonly NewFact[]): NewFact[] {
  const texts = new Map(known.map((fact) => [`${fact.kind}:${fact.id}`, factText(fact)]));
  return seen.filter((fact) => texts.get(`${fact.kind}:${fact.id}`) !== factText(fact));
}

export interface HeldTier {
  readonly subscription_tier: Tier;
  readonly tier_until: Date | null;
  readonly tier_after: Tier;
}

export function holdTier(trx: Transaction<DB>, userId: string): Promise<HeldTier | undefined> {
  return trx
    .selectFrom('profiles')
    .select(['subscription_tier', 'tier_until', 'tier_after'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateTier(
  trx: Transaction<DB>,
  userId: string,
  held: HeldTier,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('profiles')
    .set({ ...held, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Accounts whose tier became another one by the time alone. */
export function selectTurned(db: Reader, now: Date, after: { id: string } | undefined, limit: number) {
  return db
    .selectFrom('profiles')
    .innerJoin('billing_accounts', 'billing_accounts.user_id', 'profiles.id')
    .select('billing_accounts.id')
    .where('tier_until', '<=', now)
    .$if(after !== undefined, (query) => query.where('billing_accounts.id', '>', after?.id ?? ''))
    .orderBy('billing_accounts.id')
    .limit(limit)
    .execute();
}
