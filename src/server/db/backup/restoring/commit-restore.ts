import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { BackupError, sentenceOf } from '../backup-error.ts';
import { openClient } from '../open-client.ts';

const TRIES = 10;
const TRY_AGAIN_MS = 2000;
const ANSWER_WITHIN_MS = 5000;

/** Nobody can tell whether the transaction was committed. */
export class UnknownOutcome extends BackupError {
  override name = 'UnknownOutcome';
}

interface Attempt {
  readonly tries?: number;
  readonly againMs?: number;
}

/**
 * Commits. Where the answer is lost, the database is asked on another connection what became of the transaction: throws the
 * reason if it was undone, and an UnknownOutcome if the database can't be asked.
 */
export async function commitRestore(
  client: pg.Client,
  connection: pg.ClientConfig,
  { againMs = TRY_AGAIN_MS, tries = TRIES }: Attempt = {},
): Promise<void> {
  const { rows } = await client.query<Transaction>(
    'select pg_current_xact_id()::text as id, pg_backend_pid() as process',
  );
  const [transaction] = rows;
  if (!transaction) throw new BackupError('The database gave no number for the transaction.');
  try {
    await client.query('commit');
  } catch (error) {
    for (let tried = 0; tried < tries; tried += 1) {
      const state = await askFor(connection, transaction).catch(() => null);
      if (state === 'committed') return;
      if (state === 'aborted') throw error;
      await wait(againMs);
    }
    throw new UnknownOutcome(sentenceOf(error), { cause: error });
  }
}

interface Transaction {
  readonly id: string;
  readonly process: number;
}

/** One whose connection broke without a word to the server is ended there, so that it is decided at the next look. */
async function askFor(connection: pg.ClientConfig, { id, process }: Transaction): Promise<string | null> {
  const client = await openClient(
    { ...connection, connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS },
    'the end of a restore',
  );
  try {
    const { rows } = await client.query<{ state: string | null }>(
      'select pg_xact_status($1::text::xid8) as state',
      [id],
    );
    const state = rows[0]?.state ?? null;
    if (state === 'in progress') await client.query('select pg_terminate_backend($1)', [process]);
    return state;
  } finally {
    await client.end();
  }
}
