import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '#server/platform/log';
import { currentRequest, requestIds } from '#server/platform/tracing/request-context';
import { beginSpan } from '#server/platform/tracing/spans';
import { ConnectionWatch } from './connections/connection-watch.ts';
import { describeStatement, nameOfStatement } from './describe-statement.ts';
import {
  isOutdated,
  NamedClient,
  type NamedClientOptions,
  type ObserveStatement,
  type SettleViewers,
} from './named-client.ts';
import { StatementStats } from './statement-stats.ts';
import type { DB } from './types.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Db {
  readonly kysely: Kysely<DB>;
  readonly pool: pg.Pool;
  /** What the statements of the pool took. */
  readonly statements: StatementStats;
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. Where two transactions wait for
   * each other the database ends one of them, and its work is done again from the start; so is work whose prepared statements a
   * migration has outdated.
   */
  transaction<Result>(work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result>;
  /**
   * What a read takes that may be part of a transaction: the caller's, as long as it lasts, or the database. Who waits for a second
   * connection within a transaction may hold the last one.
   */
  reader(): Reader;
  close(): Promise<void>;
}

/** What a read takes: the database, or the transaction that it is part of. */
export type Reader = Kysely<DB> | Transaction<DB>;

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  readonly log: Log;
  readonly maxConnections?: number;
  /** A statement that takes longer is logged by its name; 0 or left out: none is. */
  readonly slowStatementMs?: number;
  /** How long a statement may take; 0 or left out: as long as it likes. */
  readonly statementTimeoutMs?: number;
  /** How long a statement may wait for a lock; 0 or left out: as long as it likes. */
  readonly lockTimeoutMs?: number;
  readonly preparesStatements?: boolean;
  /** Whether a pooler lends a connection for one transaction: then nothing can be said to it when it is opened. */
  readonly isPooled?: boolean;
  /** Who makes sure that no process takes people for what they were; left out: nobody does. */
  readonly settleViewers?: SettleViewers;
}

const MAX_ATTEMPTS = 3;
/** What a trace says of every statement. */
const STATEMENT = { 'db.system.name': 'postgresql' };
/** Said with the connection: what changes members' pages is heard here, and need not be told to others (migration 210). */
const HEARS = { options: '-c lectern.hears=on' };
const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40P01';
/** Another attempt can go well: nothing of this one is left. */
const isPassing = (error: unknown) => isDeadlock(error) || isOutdated(error);

const notAnswering = () => new Error('Connection terminated: the database server does not answer');

/** Opens the pool that the whole process shares. */
export function openDatabase(options: DatabaseOptions): Db {
  const { connection, isPooled = false, log, maxConnections = 10, slowStatementMs = 0 } = options;
  const statements = new StatementStats();
  const observe: ObserveStatement = (text) => {
    const started = performance.now();
    // Asked now: the answer arrives on a connection, which belongs to no request.
    const context = currentRequest();
    const endSpan = beginSpan(context, 'client');
    return (hasFailed) => {
      const ms = performance.now() - started;
      const isSlow = slowStatementMs > 0 && ms > slowStatementMs;
      statements.count(ms, { hasFailed, isSlow });
      endSpan?.({ name: nameOfStatement(text), hasFailed, attributes: STATEMENT });
      // Parameters are personal data: they are never logged.
      if (isSlow)
        log.warn(
          { ...requestIds(context), ...describeStatement(text), ms: Math.round(ms) },
          'slow statement',
        );
    };
  };
  const { lockTimeoutMs = 0, preparesStatements = true, statementTimeoutMs = 0 } = options;
  const limits = { statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs };
  const clientOptions: NamedClientOptions = {
    observe,
    preparesStatements,
    opening: isPooled ? setLocal(limits) : undefined,
    settle: options.settleViewers,
    refuse: () => (watch.isClosed() ? notAnswering() : undefined),
  };
  const clients = new Set<ObservedClient>();
  class ObservedClient extends NamedClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config, clientOptions);
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }
  }
  const watch = new ConnectionWatch({ connection, log, isPooled, clients: () => clients });
  class WatchedPool extends pg.Pool {
    override connect = ((done?: Parameters<pg.Pool['connect']>[0]) => {
      if (!watch.isAway()) return done ? super.connect(done) : super.connect();
      if (!done) return Promise.reject(notAnswering());
      process.nextTick(done, notAnswering(), undefined, () => undefined);
      return undefined;
    }) as pg.Pool['connect'];
  }
  const pool = new WatchedPool({
    ...connection,
    ...(!isPooled && limits),
    ...(!isPooled && options.settleViewers && HEARS),
    max: maxConnections,
    Client: ObservedClient,
  });
  let closing = false;
  const warn = (error: Error & { code?: string }) => {
    // Our own database server, stopped next, may be faster than the last good-bye of a connection.
    if (!closing) log.warn({ code: error.code, message: error.message }, 'database connection lost');
  };
  // A client can fail while idle, and even after the pool has ended; unheard, that would end the process.
  pool.on('error', warn);
  pool.on('connect', (client) => client.on('error', warn));
  const db = fromPool(pool, statements);
  const close = () => {
    closing = true;
    watch.stop();
    return db.close();
  };
  return { ...db, close };
}

/** Poolers refuse settings with the connection: they are set again in each transaction. */
function setLocal(limits: Readonly<Record<string, number>>): string {
  return Object.entries(limits)
    .map(([name, ms]) => `set local ${name} = ${ms}`)
    .join('; ');
}

/** The same over any pool; tests hand in one that never commits. */
export function fromPool(pool: pg.Pool, statements = new StatementStats()): Db {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const inside = new AsyncLocalStorage<{ trx: Transaction<DB> | null }>();
  return {
    kysely,
    pool,
    statements,
    reader: () => inside.getStore()?.trx ?? kysely,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        const held: { trx: Transaction<DB> | null } = { trx: null };
        try {
          return await kysely.transaction().execute((trx) => {
            held.trx = trx;
            return inside.run(held, () => work(trx));
          });
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !isPassing(error)) throw error;
        } finally {
          held.trx = null;
        }
      }
    },
    close: () => kysely.destroy(),
  };
}
