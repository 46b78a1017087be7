import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '#contract/contract';
import { migrationNames } from '#server/db/migrating/read-migrations';
import { statedProcedures } from '#server/http/check-contract';
import { latestRelease, RELEASES } from '#tools/migrations/releases';
import { headCookies, type School, signInHead, startSchool } from '../../durability/school-server.ts';
import { liveThrough } from './live-through.ts';
import { openClient, ownDatabase, ownFolder } from './own-database.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Another one to prove it with. */
const COMMIT = process.env.OLD_RELEASE ?? latestRelease().commit;
const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, maxBuffer: 1e9 });
const isKnown = git('cat-file', '-e', `${COMMIT}^{commit}`).status === 0;

/** The source of a release in a folder of its own, with what is generated of it; answers its main file. */
function checkOut(commit: string): string {
  const folder = ownFolder();
  const archive = git('archive', commit, 'package.json', 'src', 'messages', 'tools', 'content', 'docs');
  expect(archive.status).toBe(0);
  expect(spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout }).status).toBe(0);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const generated = spawnSync(process.execPath, ['tools/generate.ts'], { cwd: folder, encoding: 'utf8' });
  expect([generated.status, generated.stderr]).toEqual([0, expect.any(String)]);
  return join(folder, 'src/server/main.ts');
}

test('the commit of the latest release is known wherever the history is', () => {
  const hasHistory = git('rev-parse', '--is-shallow-repository').stdout?.toString().trim() === 'false';
  expect([hasHistory, RELEASES.length > 0]).toEqual([isKnown, true]);
});

// Without the history, as in an archive of the source, there is no old release to run; the rules about migrations still hold.
if (isKnown)
  test('the release before goes on while the new one migrates the database and serves beside it', {
    timeout: 300_000,
  }, async () => {
    const { connection, url } = await ownDatabase('template0');
    const dataDir = ownFolder();
    const env = { DATABASE_URL: url, LABS: 'off', LOG_LEVEL: 'warn' };
    const start = (main?: string): School => {
      const school = startSchool(dataDir, { env, ...(main && { main }) });
      onTestFinished(() => school.kill('SIGKILL'));
      return school;
    };
    const old = start(checkOut(COMMIT));
    await old.serves();
    await signInHead(old, dataDir);
    const client = await openClient(connection);
    const migrated = async () =>
      (
        await client.query<{ name: string }>('select name from schema_migrations order by name collate "C"')
      ).rows.map(({ name }) => name);
    const before = await migrated();
    await liveThrough([old, old], { client, dataDir, name: 'before' });

    const next = start();
    await next.serves();
    const [after, known] = [await migrated(), await migrationNames()];
    expect(after).toEqual(known);
    process.stdout.write(`${after.length - before.length} migrations since ${COMMIT.slice(0, 8)}\n`);
    await liveThrough([old, next], { client, dataDir, name: 'old-first' });
    await liveThrough([next, old], { client, dataDir, name: 'new-first' });
    expect((await old.ask('GET', '/readyz')).status).toBe(200);

    // Whatever the old one can list, it still can.
    const paths = statedProcedures(contract).flatMap(({ method, path }) =>
      method === 'GET' && !path.includes('{') ? [`/api${path}`] : [],
    );
    for (const path of paths) {
      const { status } = await old.ask('GET', path, undefined, headCookies(dataDir));
      expect([path, status < 500]).toEqual([path, true]);
    }
    expect(old.output()).not.toMatch(/request failed|housekeeping failed/);
    expect(next.output()).not.toMatch(/request failed|housekeeping failed/);
  });
