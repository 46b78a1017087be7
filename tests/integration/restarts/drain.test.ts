import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { headCookies, signInHead, startSchool } from '../../durability/school-server.ts';
import { insertCourse, openClient, ownDatabase, ownFolder } from '../machines/own-database.ts';

const USERS = 50_000;
const DRAIN_SECONDS = 1;
const TIMEOUT_SECONDS = 30;
/** Beside what is set: ending the rest. */
const REST_SECONDS = 10;

/** What came of a reply that was read to its end. */
interface Read {
  readonly lines: number;
  readonly isWhole: boolean;
  readonly endedAt: number;
}

/** Reads a reply, and waits after each piece as long as it is told. */
async function readOn(reply: IncomingMessage, pauseMs: () => number): Promise<Read> {
  let lines = 0;
  try {
    for await (const piece of reply as AsyncIterable<Buffer>) {
      lines += piece.reduce((count, byte) => count + Number(byte === 10), 0);
      await wait(pauseMs());
    }
  } catch {
    // Cut off, which `complete` tells.
  }
  return { lines, isWhole: reply.complete, endedAt: Date.now() };
}

test('a process that is told to stop finishes a download that is read slowly, ends its streams, and then itself', {
  timeout: 180_000,
}, async () => {
  const { connection, url } = await ownDatabase();
  const client = await openClient(connection);
  const dataDir = ownFolder();
  const school = startSchool(dataDir, {
    env: {
      DATABASE_URL: url,
      LABS: 'off',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      DRAIN_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    },
  });
  onTestFinished(() => school.kill('SIGKILL'));
  const [, port] = await school.says(/Lectern is ready: http:\/\/localhost:(\d+)/, 120_000);
  await signInHead(school, dataDir);
  const { courseId } = await insertCourse(client, 'drained');
  // Far more than what fits between the two ends of a connection.
  await client.query(
    `insert into users (name, email, email_verified)
     select repeat('Ada ', 24), 'person-' || n || '-' || repeat('x', 40) || '@' || repeat('y', 60) || '.test', true
     from generate_series(1, $1::int) n`,
    [USERS],
  );
  const { rows } = await client.query('select count(*)::int as users from users');
  const open = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { cookie: headCookies(dataDir) };
      get({ host: '127.0.0.1', port, path, headers, agent: false }, resolve).on('error', reject);
    });
  const [download, stream] = [
    await open('/api/admin/users.csv'),
    await open(`/api/comments/${courseId}/events`),
  ];
  expect([download.statusCode, stream.statusCode]).toEqual([200, 200]);

  let pauseMs = 50;
  const [downloading, listening] = [readOn(download, () => pauseMs), readOn(stream, () => 0)];
  await wait(200);
  const told = Date.now();
  school.child.kill('SIGTERM');
  const { endedAt: streamEndedAt, isWhole } = await listening;
  // Nobody new is served, and who is being served goes on.
  await expect(open('/api/plans')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect([isWhole, download.complete]).toEqual([true, false]);
  const refusedAt = Date.now();
  pauseMs = 5;
  const downloaded = await downloading;
  expect(downloaded).toMatchObject({ isWhole: true, lines: rows[0].users + 1 });
  expect(downloaded.endedAt).toBeGreaterThanOrEqual(refusedAt);
  expect(await school.ended).toBe(0);
  const ms = Date.now() - told;
  process.stdout.write(
    `stream ended after ${streamEndedAt - told} ms, download after ${downloaded.endedAt - told}, process after ${ms}\n`,
  );
  expect(ms).toBeLessThan((DRAIN_SECONDS + TIMEOUT_SECONDS + REST_SECONDS) * 1000);
});
