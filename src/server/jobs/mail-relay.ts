import { sql } from 'kysely';
import type { TierNames } from '#emails/tier-word';
import type { Db } from '#server/db/client';
import type { Log } from '#server/platform/log';
import type { Mailer } from '#server/platform/mailer';
import { type DueMail, leaseMail } from './mail-sql.ts';
import { startWokenLoop } from './woken-loop.ts';

/** Delays before the second, third, … attempt, in seconds; after the last one a mail is parked as failed. */
export const RETRY_SECONDS = [10, 30, 120, 600, 1800, 3600, 7200, 14_400] as const;
const POLL_MS = 15_000;

export interface MailRelay {
  /** Delivers everything that is due now; answers how many mails were sent. */
  deliverDue(): Promise<number>;
  /** Waits for the mail in hand and stops. */
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
  /** Whether a mail of the outbox may still go out; one that may not is dropped. Left out: all may. */
  readonly isWanted?: (mail: Omit<DueMail, 'attempts' | 'id'>) => Promise<boolean>;
  /** Calls back whenever a mail was enqueued by any process; answers how to stop listening. */
  readonly onWake?: (wake: () => void) => () => void;
}

/**
 * Takes mails from the outbox to the mail server. A mail is leased before it is handed over and marked after; a crash
 * between the two sends it again under the same Message-ID, which mail servers use to drop the second copy.
 */
export function startMailRelay(options: MailRelayOptions): MailRelay {
  let stopped = false;
  const deliverDue = async (): Promise<number> => {
    let sent = 0;
    while (!stopped) {
      const mail = await leaseMail(options.db);
      if (!mail) return sent;
      if (await deliver(options, mail)) sent += 1;
    }
    return sent;
  };
  const loop = startWokenLoop(deliverDue, {
    pollMs: POLL_MS,
    onFailure: (error) =>
      options.log.warn({ error: messageOf(error) }, "the mail relay couldn't read its outbox"),
  });
  const stopListening = options.onWake?.(loop.wake);
  return {
    async deliverDue() {
      await loop.settled();
      return deliverDue();
    },
    async stop() {
      stopped = true;
      stopListening?.();
      await loop.stop();
    },
  };
}

async function deliver(options: MailRelayOptions, mail: DueMail): Promise<boolean> {
  const { db, host, isWanted, log, mailer, site } = options;
  try {
    if (isWanted && !(await isWanted(mail))) {
      await sql`delete from mail_outbox where id = ${mail.id}`.execute(db.kysely);
      log.info({ mailId: mail.id, template: mail.template }, 'email no longer wanted');
      return false;
    }
    const { renderMail } = await import('#emails/render-mail');
    const { accent, school, tierNames } = await site();
    const rendered = renderMail(mail.template, mail.props, school, tierNames, accent);
    await mailer.send({ ...rendered, to: mail.recipient, messageId: `<${mail.id}@${host}>` });
    // The link in a mail that has gone out is a secret nobody needs any more.
    await sql`update mail_outbox set sent_at = now(), last_error = null, props = '{}' where id = ${mail.id}`.execute(
      db.kysely,
    );
    log.info({ mailId: mail.id, template: mail.template }, 'email sent');
    return true;
  } catch (error) {
    await postpone(db, mail, messageOf(error));
    log.warn({ mailId: mail.id, template: mail.template, attempt: mail.attempts }, 'email not accepted');
    return false;
  }
}

async function postpone(db: Db, mail: DueMail, reason: string): Promise<void> {
  const delay = RETRY_SECONDS[mail.attempts - 1];
  if (delay === undefined) {
    // It is never sent, so nobody needs the link in it either.
    await sql`update mail_outbox set failed_at = now(), last_error = ${reason}, props = '{}' where id = ${mail.id}`.execute(
      db.kysely,
    );
  } else {
    await sql`update mail_outbox set next_attempt_at = now() + make_interval(secs => ${delay}), last_error = ${reason} where id = ${mail.id}`.execute(
      db.kysely,
    );
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
