import { type RawBuilder, sql } from 'kysely';
import { LONGEST_LOCK_SECONDS as LONGEST_PASSWORD_LOCK } from '#server/areas/accounts/sign-in/lockout-sql';
import { LONGEST_LOCK_SECONDS as LONGEST_CODE_LOCK } from '#server/areas/accounts/two-factor/two-factor-sql';
import type { Services } from '#server/services';
import { RETRY_SECONDS } from './mail-relay.ts';
import { LEASE_SECONDS } from './mail-sql.ts';

/** Clocks of machines differ a little, and a statement may have begun before the one that wrote the time. */
const MARGIN = 300;
const HOUR = 3600;

interface FutureTime {
  readonly table: string;
  readonly column: string;
  /** The rows in which the time counts. */
  readonly open: RawBuilder<unknown>;
  /** The clock that writes the time: that of the database, or that of the process. */
  readonly clock: 'database' | 'process';
  /** How far ahead the code that writes it puts it at most, in seconds, with a margin. */
  readonly farthest: RawBuilder<number>;
  /** How far ahead it is put then, in seconds: a holder that is still at work keeps its lease. */
  readonly back: number;
}

const atMost = (seconds: number) => sql<number>`${MARGIN + seconds}::float8`;
/** Where `retryAt` makes the delays: twice as long after each failure, up to six hours. */
const retried = (failures: string, besides = 0) =>
  sql<number>`${MARGIN + besides}::float8 + least(60 * 2 ^ least(${sql.ref(failures)}, 10)::float8, ${6 * HOUR}::float8)`;
/** A mail that nobody has tried yet is due at once, or in the next minute. */
const mailed = sql<number>`${MARGIN}::float8
  + greatest(${LEASE_SECONDS}::float8, coalesce((${[...RETRY_SECONDS]}::int[])[attempts], 0))`;

const TIMES: readonly FutureTime[] = [
  {
    table: 'mail_outbox',
    column: 'next_attempt_at',
    open: sql`sent_at is null and failed_at is null`,
    clock: 'database',
    farthest: mailed,
    back: LEASE_SECONDS,
  },
  {
    table: 'server_processes',
    column: 'seen_at',
    open: sql`true`,
    clock: 'database',
    farthest: atMost(0),
    back: 0,
  },
  {
    table: 'billing_inbox',
    column: 'next_at',
    open: sql`done_at is null and parked_at is null`,
    clock: 'process',
    farthest: atMost(4 * HOUR),
    back: 120,
  },
  {
    table: 'billing_commands',
    column: 'due_at',
    open: sql`done_at is null and parked_at is null`,
    clock: 'process',
    farthest: retried('looks', 600),
    back: 600,
  },
  {
    table: 'billing_requests',
    column: 'leased_until',
    open: sql`state = 'accepted'`,
    clock: 'process',
    farthest: atMost(HOUR),
    back: 180,
  },
  {
    table: 'exports',
    column: 'leased_until',
    open: sql`state in ('waiting', 'writing')`,
    clock: 'process',
    farthest: retried('attempts'),
    back: 120,
  },
  {
    table: 'video_jobs',
    column: 'leased_until',
    open: sql`state in ('waiting', 'making')`,
    clock: 'process',
    farthest: retried('attempts'),
    back: 120,
  },
  {
    table: 'lab_runs',
    column: 'leased_until',
    open: sql`state = 'running'`,
    clock: 'process',
    farthest: atMost(60),
    back: 60,
  },
  {
    table: 'folder_imports',
    column: 'touched_at',
    open: sql`state in ('checking', 'importing')`,
    clock: 'process',
    farthest: atMost(0),
    back: 0,
  },
  {
    table: 'notice_events',
    column: 'retry_at',
    open: sql`delivered_at is null`,
    clock: 'process',
    farthest: retried('failures'),
    back: 0,
  },
  {
    table: 'notification_settings',
    column: 'digest_retry_at',
    open: sql`digest`,
    clock: 'process',
    farthest: retried('digest_failures'),
    back: 0,
  },
  {
    table: 'notification_settings',
    column: 'digested_at',
    open: sql`digest`,
    clock: 'process',
    farthest: atMost(0),
    back: 0,
  },
  {
    table: 'alert_posts',
    column: 'next_attempt_at',
    open: sql`posted_at is null and failed_at is null`,
    clock: 'process',
    farthest: atMost(HOUR),
    back: 120,
  },
  {
    table: 'files_to_remove',
    column: 'retry_at',
    open: sql`true`,
    clock: 'process',
    // A piece of a file that is being written waits for an hour.
    farthest: retried('failures', HOUR),
    back: HOUR,
  },
  {
    table: 'health_alerts',
    column: 'first_seen_at',
    open: sql`ended_at is null`,
    clock: 'process',
    farthest: atMost(0),
    back: 0,
  },
  {
    table: 'health_alerts',
    column: 'last_seen_at',
    open: sql`ended_at is null`,
    clock: 'process',
    farthest: atMost(0),
    back: 0,
  },
  {
    table: 'health_alerts',
    column: 'raised_at',
    // Also of those that are over: messages of the last hour are counted.
    open: sql`true`,
    clock: 'process',
    farthest: atMost(0),
    back: 0,
  },
  {
    table: 'health_alerts',
    column: 'over_at',
    open: sql`true`,
    clock: 'process',
    farthest: atMost(0),
    back: 0,
  },
  {
    table: 'sign_in_failures',
    column: 'locked_until',
    open: sql`true`,
    clock: 'database',
    farthest: atMost(LONGEST_PASSWORD_LOCK),
    back: 0,
  },
  {
    table: 'two_factor',
    column: 'locked_until',
    open: sql`true`,
    clock: 'database',
    farthest: atMost(LONGEST_CODE_LOCK),
    back: 0,
  },
];

/**
 * After a clock that was ahead is set right, what it wrote would wait for as long as it was ahead: leases, retries, signs of
 * life, alerts, and locks after wrong passwords and codes. Puts times that are farther ahead than they can be to the longest wait of a lease. Answers how many.
 */
export async function resetFutureTimes({ clock, db, log }: Services): Promise<number> {
  let total = 0;
  for (const time of TIMES) {
    const now = time.clock === 'database' ? sql`now()` : sql`${clock.now()}::timestamptz`;
    const column = sql.ref(time.column);
    const { numAffectedRows } = await sql`
      update ${sql.table(time.table)} set ${column} = ${now} + make_interval(secs => ${time.back})
      where ${time.open} and ${column} > ${now} + make_interval(secs => ${time.farthest})`.execute(db.kysely);
    const count = Number(numAffectedRows ?? 0);
    if (count > 0) log.warn({ table: time.table, column: time.column, count }, 'reset times in the future');
    total += count;
  }
  return total;
}
