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
