import { admitMails } from '#domain/mail/admit-mails';
import { MAIL_PRIORITY } from '#emails/mail-priority';
import type { Db } from '#server/db/client';
import { ALL_MAILS } from '#server/db/mail/mail-caps';
import type { Clock } from '#server/platform/clock';
import { countMails, type DueMail, holdCounts } from './mail-sql.ts';

const MINUTE_MS = 60_000;

/** How many mails all processes together may send in a minute; undefined: unlimited. */
export interface MailLimits {
  readonly perMinute: number | undefined;
  /** To addresses of one domain. */
  readonly perDomain: number | undefined;
}

/** What is full until the next minute begins. */
export interface Full {
  readonly all: boolean;
  readonly domains: readonly string[];
}

export interface MailGate {
  /** What was found to be full in this minute. Urgent mails leave nevertheless. */
  full(): Full;
  /** Counts mails that were claimed; answers which leave, and which stay until the next minute. */
  admit(mails: readonly DueMail[]): Promise<{ leave: DueMail[]; stay: DueMail[] }>;
  nextMinute(): Date;
}

/** Holds mails to the limits of the provider, counted in the database for all processes by the minute. */
export function mailGate({ clock, db, limits }: { db: Db; clock: Clock; limits: MailLimits }): MailGate {
  const { perDomain = Number.POSITIVE_INFINITY, perMinute = Number.POSITIVE_INFINITY } = limits;
  const isLimited = Number.isFinite(Math.min(perDomain, perMinute));
  const found = { minute: 0, all: false, domains: new Set<string>() };
  const minute = () => Math.floor(clock.now().getTime() / MINUTE_MS);
  const present = () => {
    const now = minute();
    if (found.minute !== now) {
      found.minute = now;
      found.all = false;
      found.domains.clear();
    }
    return found;
  };
  const nextMinute = () => new Date((minute() + 1) * MINUTE_MS);
  return {
    nextMinute,
    full() {
      const { all, domains } = present();
      return { all, domains: [...domains] };
    },
    async admit(mails) {
      if (!isLimited) return { leave: [...mails], stay: [] };
      const start = new Date(minute() * MINUTE_MS);
      const leaving = mails.map((mail) => ({
        mail,
        domain: domainOf(mail.recipient),
        isUrgent: mail.priority === MAIL_PRIORITY.urgent,
      }));
      const domains = [...new Set(leaving.map(({ domain }) => domain))];
      const { isFull, leave, stay } = await db.transaction(async (trx) => {
        const before = await holdCounts(trx, { start, keys: [ALL_MAILS, ...domains.map(keyOf)] });
        const rest = (key: string, limit: number) => limit - (before.get(key) ?? 0);
        const admitted = admitMails(leaving, {
          all: rest(ALL_MAILS, perMinute),
          domains: new Map(domains.map((domain) => [domain, rest(keyOf(domain), perDomain)])),
        });
        await countMails(trx, { start, counts: counted(admitted.leave) });
        return { ...admitted, isFull: rest(ALL_MAILS, perMinute) <= admitted.leave.length };
      });
      if (stay.length > 0) {
        const full = present();
        if (isFull) full.all = true;
        else for (const { domain } of stay) full.domains.add(domain);
      }
      return { leave: leave.map(({ mail }) => mail), stay: stay.map(({ mail }) => mail) };
    },
  };
}

const keyOf = (domain: string) => `mail:to:${domain}`;
const domainOf = (address: string) => (address.split('@')[1] ?? '').toLowerCase();

function counted(mails: readonly { domain: string }[]): Map<string, number> {
  const counts = new Map([[ALL_MAILS, mails.length]]);
  for (const { domain } of mails) counts.set(keyOf(domain), (counts.get(keyOf(domain)) ?? 0) + 1);
  return counts;
}
