import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Db } from '#server/db/client';
import { connectToWorkerDatabase } from '#tests/kit/database';
import { nestedDatabase } from '#tests/kit/nested-pool';
import { type Content, insertContent } from '../content/content.ts';
import { type DatabaseState, readBase } from '../requests/database-state.ts';
import { openSchool, type School } from './school.ts';

export interface SharedSchool {
  readonly db: Db;
  readonly school: School;
  readonly content: Content;
  /** Every row, as each test finds it. */
  readonly untouched: DatabaseState;
  /** Remembers how the school is now; answers what brings it back there. */
  readonly mark: () => Promise<() => Promise<void>>;
}

interface Options {
  /** What the school is opened with; asked when it is. */
  readonly options?: () => Parameters<typeof openSchool>[1];
  /** Requests come one after the other, and each finds what it would after real commits and failures. */
  readonly isFaithful?: boolean;
}

/**
 * One school for all tests of a file, with content: each test finds it as it was opened, whatever the ones before did. To be
 * called at the top of a file; what it answers is to be called in a test. `prepare` adds to what every test finds.
 */
export function shareSchool<More extends object>(
  { isFaithful = false, options }: Options = {},
  prepare: (place: { db: Db; school: School; content: Content }) => Promise<More> = async () => ({}) as More,
): () => SharedSchool & More {
  let client: pg.PoolClient;
  let isMarked = false;
  let shared: (SharedSchool & More) | undefined;
  beforeAll(async () => {
    client = await connectToWorkerDatabase();
    await client.query('begin');
    const db = nestedDatabase(client, { isFaithful });
    const school = await openSchool(db, options?.());
    const place = { db, school, content: await insertContent(db) };
    const more = await prepare(place);
    const mark = async () => {
      await client.query(`${isMarked ? 'release savepoint marked; ' : ''}savepoint marked`);
      isMarked = true;
      return async () => {
        await client.query('rollback to savepoint marked');
        school.content.bump();
      };
    };
    shared = { ...place, ...more, mark, untouched: await readBase(db) };
    await client.query('savepoint untouched');
  });
  beforeEach(() => {
    shared?.school.content.bump();
  });
  afterEach(async () => {
    await client.query('rollback to savepoint untouched');
    isMarked = false;
    shared?.school.logged.splice(0);
  });
  afterAll(async () => {
    await client.query('rollback');
    client.release();
  });
  return () => {
    if (!shared) throw new Error('the shared school is open while tests run');
    return shared;
  };
}
