import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/platform/log';
import { removeDataDir } from '#tests/kit/process';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { serverIdentity } from '../identity.ts';
import { locate } from '../locations.ts';
import { startEmbedded } from '../start-embedded.ts';
import { packCluster } from './cluster-archive.ts';
import { castagnoli } from './identify-cluster.ts';
import { makeFromReady, presentOrigin } from './make-from-ready.ts';

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-ready-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The name of a data folder that is not there yet. */
function dataFolder(): string {
  const folder = `${makeFolder()}-data`;
  onTestFinished(() => removeDataDir(folder));
  return folder;
}

/** Starts a school, does something with its database, and stops it. */
async function during<Result>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Result>,
  ready?: string,
): Promise<Result> {
  const log = createLog('silent');
  const engine = await startEmbedded({ dataDir, address: 'a test', log, ready });
  try {
    const client = new pg.Client(engine.connection);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await engine.stop();
  }
}

const identifierIn = async (client: pg.Client): Promise<string> =>
  (await client.query('select system_identifier::text as id from pg_control_system()')).rows[0].id;
const marksIn = async (client: pg.Client): Promise<unknown[]> =>
  (await client.query("select to_regclass('marks')::text as name")).rows.map(({ name }) => name);

/** The file that a build leaves, with a table and a file that only it has. */
async function packed(): Promise<{ file: string; identifier: string }> {
  const dataDir = dataFolder();
  await makeReadyFolder(dataDir);
  const identifier = await during(dataDir, async (client) => {
    await client.query('create table marks as select generate_series(1, 20000) as mark');
    return identifierIn(client);
  });
  const file = join(makeFolder(), 'school.zst');
  const { cluster } = locate(dataDir, serverIdentity(dataDir));
  const uploads = { 'picture.svg': Buffer.from(PICTURE).toString('base64') };
  writeFileSync(file, packCluster(cluster, await presentOrigin(), uploads));
  return { file, identifier };
}

test('a new school begins with what the build has packed, under an identifier and a password of its own', async () => {
  const { file, identifier } = await packed();
  const [first, second] = [dataFolder(), dataFolder()];
  const identifiers: string[] = [];
  for (const dataDir of [first, second]) {
    await during(
      dataDir,
      async (client) => {
        identifiers.push(await identifierIn(client));
        expect((await client.query('select count(*)::int as all from marks')).rows).toEqual([{ all: 20000 }]);
        // It writes on, and into the next file of its log.
        await client.query('create table more as select * from marks; select pg_switch_wal(); checkpoint');
      },
      file,
    );
    expect(readFileSync(join(dataDir, 'uploads', 'picture.svg'), 'utf8')).toBe(PICTURE);
  }
  expect(new Set([identifier, ...identifiers]).size).toBe(3);
  const passwords = [first, second].map((dataDir) =>
    readFileSync(join(dataDir, 'secrets', 'postgres-password'), 'utf8'),
  );
  expect(passwords[0]).not.toBe(passwords[1]);
  // The next start finds a school like any other.
  await during(first, async (client) => expect(await marksIn(client)).toEqual(['marks']), file);
});

test('what another server, other migrations, or other samples made is left alone, and what is broken too', async () => {
  const hardly = makeFolder();
  mkdirSync(join(hardly, 'pg_wal'));
  writeFileSync(join(hardly, 'PG_VERSION'), '18\n');
  const origin = await presentOrigin();
  const file = join(makeFolder(), 'school.zst');
  for (const part of ['server', 'migrations', 'samples']) {
    writeFileSync(file, packCluster(hardly, { ...origin, [part]: 'another' }));
    const directory = makeFolder();
    const place = { native: '/nothing', directory, uploads: join(directory, 'uploads') };
    expect(await makeFromReady({ file, ...place, identity: null, password: 'secret' })).toBe(false);
    expect(readdirSync(directory)).toEqual([]);
  }
  writeFileSync(file, packCluster(hardly, origin));
  await during(dataFolder(), async (client) => expect(await marksIn(client)).toEqual([null]), file);
});

test('the checksum is the one of PostgreSQL', () => {
  expect(castagnoli(Buffer.from('123456789'))).toBe(0xe3069283);
});
