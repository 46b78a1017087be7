import { sql } from 'kysely';
import type { Db } from '#server/db/client';

/** Without a sign of life for this long a process counts as dead, and another may take its chore over, in seconds. */
export const LEASE_SECONDS = 60;

interface Lease {
  /** The chore. */
  readonly name: string;
  /** The process that does it. */
  readonly holder: string;
}

/**
 * Makes a chore the holder's own, if nobody does it and it is due or was asked for; answers whether. Leases go by the clock of the
 * database, on which all processes agree, and each step is one statement, as poolers of transactions want it. Times that are
 * farther ahead than any process writes them come from a clock that was wrong, and do not count.
 */
export async function takeLease(
  { kysely }: Db,
  { everyMs, holder, name }: Lease & { everyMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into chore_runs as run (name, holder, leased_until, last_started_at, every_seconds)
    values (${name}, ${holder}, now() + make_interval(secs => ${LEASE_SECONDS}), now(), ${Math.ceil(everyMs / 1000)})
    on conflict (name) do update
      set holder = excluded.holder, leased_until = excluded.leased_until, last_started_at = excluded.last_started_at,
        every_seconds = excluded.every_seconds
      -- Timers are not exact: one that comes a little early must not wait for another round.
      where (run.leased_until <= now() or run.leased_until > now() + make_interval(secs => ${2 * LEASE_SECONDS}))
        and (run.asked_at > run.last_started_at and run.asked_at <= now()
          or run.last_started_at <= now() - make_interval(secs => ${(everyMs / 1000) * 0.9})
          -- Not at once: a statement that waited for another one has the earlier time of the two.
          or run.last_started_at > now() + make_interval(secs => ${LEASE_SECONDS}))
    returning name`.execute(kysely);
  return rows.length > 0;
}

/** Says that the holder is alive. */
export async function extendLease({ kysely }: Db, { holder, name }: Lease): Promise<void> {
  await sql`
    update chore_runs set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where name = ${name} and holder = ${holder}`.execute(kysely);
}

/** Gives a chore back and notes how it went; nothing happens when another process has taken it over. */
export async function endLease(
  { kysely }: Db,
  { error, holder, name }: Lease & { error: string | null },
): Promise<void> {
  await sql`
    update chore_runs set leased_until = now(), last_finished_at = now(), last_error = ${error},
      failures = case when ${error}::text is null then 0 else failures + 1 end
    where name = ${name} and holder = ${holder}`.execute(kysely);
}

/** Gives a chore back that was not finished: whoever looks next does it, however seldom it is due. */
export async function giveUpLease({ kysely }: Db, { holder, name }: Lease): Promise<void> {
  await sql`
    update chore_runs set leased_until = now(), asked_at = now()
    where name = ${name} and holder = ${holder}`.execute(kysely);
}
