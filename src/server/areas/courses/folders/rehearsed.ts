import type { Transaction } from 'kysely';
import type { Db } from '#server/db/client';
import type { DB } from '#server/db/types';
import type { Services } from '#server/services';

/**
 * The same services, of which nothing is kept: each transaction is rolled back once it has done its work, so that it fails
 * where the real one would, and holds its locks no longer. Files go nowhere.
 */
export function rehearsed(services: Services): Services {
  return {
    ...services,
    db: { ...services.db, transaction: (work) => rolledBack(services.db, work) },
    storage: {
      ...services.storage,
      get: (key, range) => services.storage.get(key, range),
      put: async () => undefined,
    },
  };
}

class RolledBack extends Error {
  override name = 'RolledBack';
}

async function rolledBack<Result>(db: Db, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  let done: { result: Result } | undefined;
  try {
    await db.transaction(async (trx) => {
      done = { result: await work(trx) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack) || !done) throw error;
  }
  if (!done) throw new Error('a transaction that is rehearsed never commits');
  return done.result;
}
