import type pg from 'pg';
import { type Db, fromPool } from '#server/db/client';

interface Options {
  /**
   * What happens as it does with real commits: a statement that fails by itself leaves the next one unharmed, and what is
   * checked at a commit is checked.
   */
  readonly isFaithful?: boolean;
  /** Whether the code that asks is part of a transaction: of a real pool it would wait for a second connection. */
  readonly isWithin?: () => boolean;
}

const nameOf = (level: number) => `level_${level}`;

/** A database over such a pool, which holds the code under test to one connection per transaction. */
export function nestedDatabase(client: pg.PoolClient, options: Pick<Options, 'isFaithful'> = {}): Db {
  const db: Db = fromPool(nestedPool(client, { ...options, isWithin: () => db.reader() !== db.kysely }));
  return db;
}

/** A pool of one connection inside a transaction: transactions of the code under test become savepoints. */
function nestedPool(
  client: pg.PoolClient,
  { isFaithful = false, isWithin = () => false }: Options = {},
): pg.Pool {
  let depth = 0;
  const run = client.query as (...values: unknown[]) => unknown;
  const commit = async (level: string) => {
    try {
      if (isFaithful) await client.query('set constraints all immediate; set constraints all deferred');
      return await client.query(`release savepoint ${level}`);
    } catch (error) {
      // Whoever commits rolls back then.
      depth += 1;
      throw error;
    }
  };
  const alone = async (values: unknown[]) => {
    await client.query('savepoint alone');
    try {
      const result = await run.apply(client, values);
      await client.query('release savepoint alone');
      return result;
    } catch (error) {
      await client.query('rollback to savepoint alone');
      throw error;
    }
  };
  const ask = (values: unknown[]): unknown => {
    const [first] = values;
    const text = typeof first === 'string' ? first.trim().toLowerCase() : '';
    if (text === 'begin' || text.startsWith('start transaction')) {
      depth += 1;
      return client.query(`savepoint ${nameOf(depth)}`);
    }
    if (text === 'commit' || text === 'rollback') {
      if (depth === 0) return;
      const level = nameOf(depth);
      depth -= 1;
      return text === 'commit' ? commit(level) : client.query(`rollback to savepoint ${level}`);
    }
    return isFaithful && depth === 0 ? alone(values) : run.apply(client, values);
  };
  let last: Promise<unknown> = Promise.resolve();
  /** Real pools answer two at once on two connections; here the second waits, for a client takes one question at a time. */
  const query = (...values: unknown[]): unknown => {
    const [first] = values;
    if (typeof first === 'object' && first !== null && 'submit' in first) return run.apply(client, values);
    const answer = last.then(() => ask(values));
    last = answer.catch(() => undefined);
    return answer;
  };
  const connection = { query, release: () => undefined, on: () => undefined, off: () => undefined };
  return {
    connect: () =>
      isWithin()
        ? Promise.reject(new Error('Within a transaction, everything is asked by its own connection.'))
        : Promise.resolve(connection),
    query,
    end: () => Promise.resolve(),
    on: () => undefined,
  } as unknown as pg.Pool;
}
