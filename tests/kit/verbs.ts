import { sql } from 'kysely';
import type { Viewer } from '#domain/access/viewer';
import type { Db } from '#server/db/client';
import { errorCodeOf } from '#server/db/constraints';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type CallerName, openSchool } from '#tests/attack/kit/school';

export interface Verbs {
  readonly services: Services;
  readonly as: (who: CallerName) => Caller;
  readonly wait: (seconds: number) => void;
}

/** A school whose verbs are called directly, as one of its people; `known` are in the database already. */
export async function openVerbs(db: Db, known?: ReadonlyMap<CallerName, Viewer>): Promise<Verbs> {
  const { people, services, wait } = await openSchool(db, { ...(known && { people: known }) });
  const as = (who: CallerName): Caller => {
    const viewer = people.get(who);
    if (!viewer) throw new Error(`nobody is called ${who}`);
    return { viewer, ipAddress: '127.0.0.1', userAgent: 'test', requestId: `request of ${who}` };
  };
  return { services, as, wait };
}

/** The code with which a call fails, as the caller is told; what it answers when it does not fail. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return error instanceof Failure ? error.code : errorCodeOf(error);
  }
}

/** How many statements `work` sends, transactions' begin and commit left out. */
export async function countStatements(db: Db, work: (db: Db) => Promise<unknown>): Promise<number> {
  let count = 0;
  const counted = db.kysely.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work({ ...db, kysely: counted });
  return count;
}

/** What `work` reads of a table where an index would do: how often all of it, and how many rows. Tables of tests are so small that it pays. */
export async function countReads(db: Db, table: string, work: () => Promise<unknown>) {
  const count = async () => {
    const { rows } = await sql<{ whole: number; rows: number }>`
      select pg_stat_get_xact_numscans(oid)::int as whole,
        (pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int as rows
      from pg_class where oid = ${table}::text::regclass`.execute(db.kysely);
    return rows[0] ?? { whole: 0, rows: 0 };
  };
  await sql`set local enable_seqscan = off`.execute(db.kysely);
  const before = await count();
  await work();
  const after = await count();
  return { whole: after.whole - before.whole, rows: after.rows - before.rows };
}
