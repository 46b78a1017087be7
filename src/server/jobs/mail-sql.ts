import { sql, type Transaction } from 'kysely';
import { MAIL_PRIORITY } from '#emails/mail-priority';
import type { MailProps, MailTemplate } from '#emails/mail-props';
import { OPENING_MAILS } from '#server/db/backup/left-out';
import type { Db, Reader } from '#server/db/client';
import { isAbsent, namesProcess, PROCESS_NUMBER, processOf } from '#server/db/presence';
import type { DB } from '#server/db/types';

/** How long a process that is there may hold a mail, in seconds; it may have lost it without knowing. */
export const LEASE_SECONDS = 180;

/** A mail that was lost so often because the process that had it was gone, and is lost again, is given up. */
export const MOST_TAKEN_OVER = 20;
/** What is said of it then. */
export const ALWAYS_GONE = 'every process that sent it was gone';

/** A mail whose time has come; what it says is read when it is sent. */
export interface DueMail {
  id: string;
  event_key: string;
  template: MailTemplate;
  priority: number;
  recipient: string;
  /** With this one; those that the end of a process cut short don't count. */
  attempts: number;
  /** How often a process that had it was gone since the mail server last answered. */
  taken_over: number;
  /** An administrator had it tried again. */
  retried: boolean;
  /** Whoever takes the mail next gives it another one. */
  claim: string;
}

/** A mail that is handed over now, as it is at this moment. */
export interface PresentMail extends DueMail {
  props: MailProps[MailTemplate];
}

export interface MailsToClaim {
  /** Names this claim: by it, what it took can be given back. */
  readonly claim: string;
  readonly most: number;
  /** Mails with a higher number stay. */
  readonly maxPriority: number;
  /** Domains of recipients that get only urgent mails now, in lower case. */
  readonly exceptDomains: readonly string[];
}

const holder = processOf(sql`claim`);
/** Mails in the hands of a process that says who it is, read from the index of those that are due. */
const isHeld = sql<boolean>`sent_at is null and failed_at is null and priority = any(${Object.values(MAIL_PRIORITY)}::int[])
  and next_attempt_at > now() and next_attempt_at <= now() + make_interval(secs => ${LEASE_SECONDS})
  and ${namesProcess(sql`claim`)}`;

/** The numbers of other processes that have mails in hand and are not there. */
export async function selectAbsentHolders({ kysely }: Db): Promise<number[]> {
  const { rows } = await sql<{ holder: number }>`
    with held as (select distinct ${holder} as holder from mail_outbox where ${isHeld})
    select holder from held where holder <> ${PROCESS_NUMBER}::int and ${isAbsent(sql`holder`)}`.execute(
    kysely,
  );
  return rows.map((row) => row.holder);
}

interface Released {
  readonly event_key: string;
  /** Of what was given up. */
  readonly props: MailProps[MailTemplate] | null;
  readonly is_given_up: boolean;
}

/**
 * Makes what these processes had in hand due, not counted as tried; answers which mails. One may kill whoever sends it:
 * what was lost more than twice waits longer each time, up to a random moment so that others don't wait with it, and is
 * given up in the end.
 */
export async function releaseClaimsOf(db: Reader, holders: readonly number[]): Promise<Released[]> {
  const { rows } = await sql<Released>`update mail_outbox set claim = null,
      attempts = greatest(0, attempts - 1), taken_over = taken_over + 1,
      next_attempt_at = now() + greatest(0, least(taken_over - 1, 9)) * (0.5 + random()) * interval '20 seconds',
      failed_at = case when taken_over >= ${MOST_TAKEN_OVER}::int then now() end,
      last_error = case when taken_over >= ${MOST_TAKEN_OVER}::int then ${ALWAYS_GONE}::text else last_error end,
      props = case when taken_over >= ${MOST_TAKEN_OVER}::int and template = any(${OPENING_MAILS}::text[]) then '{}' else props end
    where ${isHeld} and ${holder} = any(${[...holders]}::int[]) and ${isAbsent(holder)}
    returning event_key, failed_at is not null as is_given_up, case when failed_at is not null then props end as props`.execute(
    db,
  );
  return rows;
}

/** The next mails that are due, kept from other processes for a while; those that matter most first. */
export async function claimMails(
  { kysely }: Db,
  { claim, exceptDomains, maxPriority, most }: MailsToClaim,
): Promise<DueMail[]> {
  const { rows } = await sql<Omit<DueMail, 'claim'>>`
    with due as (
      select id from mail_outbox where sent_at is null and failed_at is null and next_attempt_at <= now()
        and priority <= ${maxPriority}::int
        and (priority = ${MAIL_PRIORITY.urgent} or lower(split_part(recipient, '@', 2)) <> all(${[...exceptDomains]}::text[]))
      order by priority, next_attempt_at limit ${most} for update skip locked
    )
    update mail_outbox m set attempts = greatest(1, attempts + (claim is null)::int),
      -- Whoever had it said nothing until the lease was over.
      taken_over = taken_over + (claim is not null)::int, claim = ${claim}, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due where m.id = due.id
    returning m.id, event_key, template, priority, recipient, attempts, taken_over, retried`.execute(kysely);
  return rows.map((row) => ({ ...row, claim })).sort((a, b) => a.priority - b.priority);
}

/** Gives mails back that were claimed and not handed over, so that they are due again then; not those that others have taken since. */
export async function releaseMails({ kysely }: Db, mails: readonly DueMail[], dueAt: Date): Promise<void> {
  const [ids, claims] = [mails.map(({ id }) => id), mails.map(({ claim }) => claim)];
  await sql`update mail_outbox set attempts = attempts - 1, claim = null, next_attempt_at = ${dueAt}
    where (id, claim) in (select * from unnest(${ids}::uuid[], ${claims}::uuid[]))
      and sent_at is null and failed_at is null`.execute(kysely);
}

/** Gives back what a claim took whose reply was lost, so that nobody waits for its lease; answers how many mails. */
export async function releaseClaim({ kysely }: Db, claim: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update mail_outbox set attempts = attempts - 1, claim = null, next_attempt_at = now()
    where claim = ${claim} and sent_at is null and failed_at is null and next_attempt_at > now()`.execute(
    kysely,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * What is still to be sent by this claim; undefined: others have it where we were thought dead, and perhaps sent it. Since it was
 * claimed, its recipient may have changed the address, and whom it quotes may have changed the words, or be erased.
 */
export async function selectPresent({ kysely }: Db, mail: DueMail): Promise<PresentMail | undefined> {
  const { rows } = await sql<
    Pick<PresentMail, 'props' | 'recipient'>
  >`select recipient, props from mail_outbox
    where id = ${mail.id} and claim = ${mail.claim} and sent_at is null and failed_at is null`.execute(
    kysely,
  );
  return rows[0] && { ...mail, ...rows[0] };
}

/** The link in a mail that has gone out is a secret nobody needs any more. */
export async function markSent({ kysely }: Db, id: string): Promise<void> {
  await sql`update mail_outbox set sent_at = now(), last_error = null, props = '{}' where id = ${id}`.execute(
    kysely,
  );
}

/** Answers whether it was still there. */
export async function dropMail(trx: Transaction<DB>, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from mail_outbox where id = ${id}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Plans the next attempt, unless another process has the mail by now. What was answered kills nobody who sends it. */
export async function postponeMail(
  { kysely }: Db,
  { claim, id }: DueMail,
  { reason, seconds }: { reason: string; seconds: number },
): Promise<void> {
  await sql`update mail_outbox set claim = null, taken_over = 0,
      next_attempt_at = now() + make_interval(secs => ${seconds}), last_error = ${reason}
    where id = ${id} and claim = ${claim}`.execute(kysely);
}

/**
 * Gives a mail up, unless another process has it by now; answers whether it did. What opens something is taken out of it; the rest
 * stays, so that it can be tried again.
 */
export async function parkMail(
  trx: Transaction<DB>,
  { claim, id }: DueMail,
  { keepsWords, reason }: { reason: string; keepsWords: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update mail_outbox set failed_at = now(), last_error = ${reason},
      props = case when ${keepsWords}::boolean then props else '{}' end
    where id = ${id} and claim = ${claim}`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * How many mails were counted by these keys in the minute that begins at `start`, over all processes. Nobody else counts until the
 * transaction ends.
 */
export async function holdCounts(
  trx: Transaction<DB>,
  { keys, start }: { keys: readonly string[]; start: Date },
): Promise<Map<string, number>> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mail limits', 0))`.execute(trx);
  const { rows } = await sql<{ key: string; hits: number }>`
    select key, hits from rate_limits where window_start = ${start} and key = any(${[...keys]}::text[])`.execute(
    trx,
  );
  return new Map(rows.map(({ hits, key }) => [key, hits]));
}

/** Counts mails that leave in the minute that begins at `start`. */
export async function countMails(
  trx: Transaction<DB>,
  { counts, start }: { counts: ReadonlyMap<string, number>; start: Date },
): Promise<void> {
  await sql`
    insert into rate_limits as counted (key, window_start, hits)
    select key, ${start}, hits from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as mails (key, hits)
    on conflict (key, window_start) do update set hits = counted.hits + excluded.hits`.execute(trx);
}
