import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { refusedMailbox } from '#domain/mail/refused-mailbox';
import { MAIL_PRIORITY } from '#emails/mail-priority';
import type { TierNames } from '#emails/tier-word';
import { suppressAddresses } from '#server/areas/admin/mails/suppressions/suppress-addresses';
import { OPENING_MAILS } from '#server/db/backup/left-out';
import type { Db } from '#server/db/client';
import { errorCodeOf } from '#server/db/constraints';
import { newHolder } from '#server/db/presence';
import type { DB } from '#server/db/types';
import { type Clock, systemClock } from '#server/platform/clock';
import type { Log } from '#server/platform/log';
import { isRefusedForGood, type Mailer } from '#server/platform/mailer';
import { keepTrying } from './keep-trying.ts';
import { type LaneOptions, startLane } from './lane.ts';
import { type MailGate, type MailLimits, mailGate } from './mail-limits.ts';
import {
  ALWAYS_GONE,
  claimMails,
  type DueMail,
  dropMail,
  LEASE_SECONDS,
  MOST_TAKEN_OVER,
  markSent,
  type PresentMail,
  parkMail,
  postponeMail,
  releaseClaim,
  releaseClaimsOf,
  releaseMails,
  selectAbsentHolders,
  selectPresent,
} from './mail-sql.ts';
import { watchGone } from './watch-gone.ts';

/** Delays before the second, third, … attempt, in seconds; after the last one a mail is parked as failed. */
export const RETRY_SECONDS = [10, 30, 120, 600, 1800, 3600, 7200, 14_400] as const;
const POLL_MS = 15_000;
/** Claimed together for each connection: enough that none waits for the database, few enough for the lease. */
const CLAIMED_EACH = 4;
/** What handing one mail over may take at worst, in milliseconds: connecting, greeting, sending. */
const HANDOVER_MS = 90_000;
const CLAIM_SETTLES_MS = 1000;

export interface MailRelay {
  /** Delivers everything that is due now; answers how many mails were sent. */
  deliverDue(): Promise<number>;
  /** Waits for the mails in hand and stops. */
  stop(): Promise<void>;
}

export interface MailRelayOptions {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly log: Log;
  /** What the school and its tiers are called at the moment, and its color; tiers that are left out by their own words. */
  readonly site: () => Promise<{
    readonly school: string;
    readonly tierNames?: TierNames;
    readonly accent?: string;
  }>;
  /** Host in the message ids. */
  readonly host: string;
  /** How many mails are handed over at one time; of several, one connection is kept for urgent mails. Left out: 1. */
  readonly connections?: number;
  /** Left out: none. */
  readonly limits?: MailLimits;
  /** Whose minutes the limits count. Left out: the system's. */
  readonly clock?: Clock;
  /** Whether a mail of the outbox may still go out; one that may not is dropped. Left out: all may. */
  readonly isWanted?: (
    mail: Pick<PresentMail, 'event_key' | 'template' | 'recipient' | 'props' | 'retried'>,
  ) => Promise<boolean>;
  /** Is told of each mail that is dropped or given up, in the transaction that does it. Left out: nobody is. */
  readonly onUnsent?: (trx: Transaction<DB>, mail: Pick<PresentMail, 'event_key' | 'props'>) => Promise<void>;
  /** Calls back whenever a mail was enqueued by any process; answers how to stop listening. */
  readonly onWake?: (wake: () => void) => () => void;
}

/** A mail, until when it is safe to begin handing it over, and until when nobody else takes it. */
interface Claimed {
  readonly mail: DueMail;
  readonly beginBy: number;
  readonly leasedUntil: number;
}

/**
 * Takes mails from the outbox to the mail server, those that somebody waits for first. A mail is leased before it is handed
 * over and marked after. A crash between the two sends it again under the same Message-ID, which mail servers use to drop
 * the second copy: as soon as it is certain that the process is gone, or when the lease is over.
 */
export function startMailRelay(options: MailRelayOptions): MailRelay {
  const { clock = systemClock, connections = 1, db, mailer } = options;
  const { limits = { perDomain: undefined, perMinute: undefined } } = options;
  const gate = mailGate({ clock, db, limits });
  const stopping = new AbortController();
  let sent = 0;
  const lane = (workers: number, maxPriority: number) =>
    startLane<Claimed>({
      ...claims(db, gate, { maxPriority, most: workers * CLAIMED_EACH, signal: stopping.signal }),
      workers,
      work: async (claimed) => {
        // The lease may end before it is sent: nobody has tried it, and another process has it at once, or this one again.
        if (performance.now() >= claimed.beginBy) await releaseMails(db, [claimed.mail], new Date());
        else if (await deliver(options, claimed, stopping.signal)) sent += 1;
      },
      pollMs: POLL_MS,
      onFailure: (error) =>
        options.log.warn({ error: messageOf(error) }, "the mail relay couldn't read its outbox"),
    });
  const lanes = [lane(Math.max(1, connections - 1), MAIL_PRIORITY.bulk)];
  if (connections > 1) lanes.push(lane(1, MAIL_PRIORITY.urgent));
  const wake = () => {
    for (const each of lanes) each.wake();
  };
  const stopListening = options.onWake?.(wake);
  const watching = watchGone({
    selectAbsent: () => selectAbsentHolders(db),
    release: (holders) => releaseFrom(options, holders),
    onFreed: wake,
    log: options.log,
  });
  const settled = () => Promise.all(lanes.map((each) => each.idle()));
  return {
    async deliverDue() {
      await settled();
      const before = sent;
      wake();
      await settled();
      return sent - before;
    },
    async stop() {
      stopListening?.();
      stopping.abort();
      await Promise.all([watching, ...lanes].map((each) => each.stop()));
      mailer.close?.();
    },
  };
}

function claims(
  db: Db,
  gate: MailGate,
  { maxPriority, most, signal }: { maxPriority: number; most: number; signal: AbortSignal },
): Pick<LaneOptions<Claimed>, 'claim' | 'release'> {
  return {
    async claim() {
      // Not by the clock of this machine, which may jump.
      const leasedUntil = performance.now() + LEASE_SECONDS * 1000;
      const beginBy = leasedUntil - HANDOVER_MS;
      // Until some leave, or nothing is left but what has to stay.
      for (;;) {
        const full = gate.full();
        const claim = newHolder();
        try {
          const mails = await claimMails(db, {
            claim,
            most,
            maxPriority: full.all ? MAIL_PRIORITY.urgent : maxPriority,
            exceptDomains: full.domains,
          });
          const { leave, stay } = await gate.admit(mails);
          if (stay.length > 0) await releaseMails(db, stay, gate.nextMinute());
          if (leave.length > 0 || stay.length === 0)
            return leave.map((mail) => ({ mail, beginBy, leasedUntil }));
        } catch (error) {
          if (!(await giveBack(db, { claim, error, signal, untilMs: leasedUntil }))) throw error;
        }
      }
    },
    release: (jobs) =>
      releaseMails(
        db,
        jobs.map(({ mail }) => mail),
        new Date(),
      ),
  };
}

/**
 * Where the connection was lost, the claim may have been made: its mails would wait until the lease is over. Answers whether
 * there were any.
 */
async function giveBack(
  db: Db,
  { claim, error, ...limits }: { claim: string; error: unknown; untilMs: number; signal: AbortSignal },
): Promise<boolean> {
  if (errorCodeOf(error) !== 'DATABASE_UNAVAILABLE') return false;
  let released = 0;
  const release = () =>
    keepTrying(async () => {
      released += await releaseClaim(db, claim);
    }, limits);
  await release();
  // What the server had not read yet is done by then.
  await wait(CLAIM_SETTLES_MS, undefined, { signal: limits.signal }).catch(() => undefined);
  await release();
  return released > 0;
}

/**
 * Hands a mail over that nobody else has taken, and writes down how that went. Once the mail server has it, it is never
 * planned for another attempt: a database that is away meanwhile is waited for.
 */
async function deliver(
  options: MailRelayOptions,
  { beginBy, leasedUntil, mail: claimed }: Claimed,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, log } = options;
  const held: { mail?: PresentMail | undefined } = {};
  const ask = async () => {
    held.mail = await selectPresent(db, claimed);
  };
  await keepTrying(ask, { untilMs: beginBy, signal });
  const { mail } = held;
  if (!mail) return false;
  // Others had it that often and said nothing: it hangs or kills whoever sends it.
  const trying = isAlwaysLost(mail) ? Promise.reject(new Error(ALWAYS_GONE)) : handOver(options, mail);
  const outcome = await trying.catch((error: unknown) => ({ error }));
  const write = (work: () => Promise<void>) => keepTrying(work, { untilMs: leasedUntil, signal });
  if (typeof outcome === 'object') {
    await write(() => putOff(options, mail, outcome.error));
    log.warn({ mailId: mail.id, template: mail.template, attempt: mail.attempts }, 'email not accepted');
    return false;
  }
  const isSent = outcome === 'sent';
  await write(() => (isSent ? markSent(db, mail.id) : drop(options, mail)));
  log.info({ mailId: mail.id, template: mail.template }, isSent ? 'email sent' : 'email no longer wanted');
  return isSent;
}

/** Rejects when the mail server does not take the mail, or when something fails before. */
async function handOver(
  { host, isWanted, mailer, site }: MailRelayOptions,
  mail: PresentMail,
): Promise<'sent' | 'unwanted'> {
  if (isWanted && !(await isWanted(mail))) return 'unwanted';
  const { renderMail } = await import('#emails/render-mail');
  const { accent, school, tierNames } = await site();
  const rendered = renderMail(mail.template, mail.props, school, tierNames, accent);
  await mailer.send({ ...rendered, to: mail.recipient, messageId: `<${mail.id}@${host}>` });
  return 'sent';
}

async function drop({ db, onUnsent }: MailRelayOptions, mail: PresentMail): Promise<void> {
  await db.transaction(async (trx) => {
    if (await dropMail(trx, mail.id)) await onUnsent?.(trx, mail);
  });
}

/**
 * Plans the next attempt, unless it was the last one or the mail server has refused the mail for good. Where it has no such
 * mailbox, its address is suppressed as one that bounced.
 */
async function putOff(
  { clock = systemClock, db, onUnsent }: MailRelayOptions,
  mail: PresentMail,
  error: unknown,
): Promise<void> {
  const reason = messageOf(error);
  const refused = isRefusedForGood(error) ? error : undefined;
  const seconds = refused || isAlwaysLost(mail) ? undefined : RETRY_SECONDS[mail.attempts - 1];
  if (seconds !== undefined) return postponeMail(db, mail, { reason, seconds });
  const report = refusedMailbox(mail.recipient, refused?.recipientReply ?? '');
  await db.transaction(async (trx) => {
    if (report) await suppressAddresses(trx, [report], clock.now());
    const keepsWords = !OPENING_MAILS.includes(mail.template);
    if (await parkMail(trx, mail, { reason, keepsWords })) await onUnsent?.(trx, mail);
  });
}

/** What is given up with the processes that had it, is told to whom it was for. Answers how many mails are free. */
async function releaseFrom({ db, onUnsent }: MailRelayOptions, holders: readonly number[]): Promise<number> {
  return db.transaction(async (trx) => {
    const released = await releaseClaimsOf(trx, holders);
    for (const { event_key, is_given_up: isGivenUp, props } of released)
      if (isGivenUp && props) await onUnsent?.(trx, { event_key, props });
    return released.length;
  });
}

function isAlwaysLost({ taken_over: takenOver }: DueMail): boolean {
  return takenOver >= MOST_TAKEN_OVER;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
