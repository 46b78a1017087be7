import type { z } from 'zod';
import { onOrOff, url, wholeNumber } from './setting-shapes.ts';

/** How the database is used. */
export interface DatabaseSettings {
  /** The database's own address, where DATABASE_URL is a pooler that lends a connection for one transaction. */
  readonly directUrl: string | undefined;
  /** A replica that lists, reports, and exports are read from. */
  readonly replicaUrl: string | undefined;
  /** Whether statements are prepared by name; a pooler has to keep such names apart. */
  readonly preparesStatements: boolean;
  /** How many connections this process has at most, besides the one for notifications. */
  readonly poolSize: number;
  /** How long one statement may take; 0: as long as it likes. */
  readonly statementTimeoutMs: number;
  /** How long a statement may wait for somebody else's lock; 0: as long as it likes. */
  readonly lockTimeoutMs: number;
}

const POSTGRES = ['postgres:', 'postgresql:'];

/** The variables of the database, for the environment's schema. */
export const databaseVariables = {
  DATABASE_URL: url('DATABASE_URL', POSTGRES, 'postgres://user:password@host:5432/database'),
  DATABASE_DIRECT_URL: url('DATABASE_DIRECT_URL', POSTGRES, 'postgres://user:password@host:5432/database'),
  DATABASE_REPLICA_URL: url('DATABASE_REPLICA_URL', POSTGRES, 'postgres://user:password@host:5432/database'),
  DATABASE_PREPARED_STATEMENTS: onOrOff('DATABASE_PREPARED_STATEMENTS').optional(),
  // Work that holds a transaction reads beside it: with fewer, processes would wait for themselves.
  DATABASE_POOL_SIZE: wholeNumber('DATABASE_POOL_SIZE', 4, 500, 10).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: wholeNumber('DATABASE_STATEMENT_TIMEOUT_MS', 0, 3_600_000, 60_000).default(
    60_000,
  ),
  DATABASE_LOCK_TIMEOUT_MS: wholeNumber('DATABASE_LOCK_TIMEOUT_MS', 0, 3_600_000, 10_000).default(10_000),
};

type Variables = z.output<z.ZodObject<typeof databaseVariables>>;

/** What does not go together. */
export function databaseFaults(set: Readonly<Record<string, unknown>>): string[] {
  return ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']
    .filter((name) => name in set && !('DATABASE_URL' in set))
    .map((name) => `${name} requires DATABASE_URL: set both or neither`);
}

export function databaseSettings(set: Variables): DatabaseSettings {
  const directUrl = set.DATABASE_DIRECT_URL;
  const isPooled = directUrl !== undefined && directUrl !== set.DATABASE_URL;
  return {
    directUrl: isPooled ? directUrl : undefined,
    replicaUrl: set.DATABASE_REPLICA_URL,
    preparesStatements: set.DATABASE_PREPARED_STATEMENTS
      ? set.DATABASE_PREPARED_STATEMENTS === 'on'
      : !isPooled,
    poolSize: set.DATABASE_POOL_SIZE,
    statementTimeoutMs: set.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: set.DATABASE_LOCK_TIMEOUT_MS,
  };
}
