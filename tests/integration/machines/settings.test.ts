import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type School, signInHead, startSchool } from '../../durability/school-server.ts';
import { eventually, ownDatabase, ownFolder } from './own-database.ts';

function startOne(url: string, dataDir: string, role: string): School {
  const school = startSchool(dataDir, { env: { DATABASE_URL: url, LABS: 'off', ROLES: role } });
  onTestFinished(() => school.kill('SIGKILL'));
  return school;
}

/** The emails that a school without a mail server keeps in its data folder. */
function readMails(dataDir: string): string[] {
  const outbox = join(dataDir, 'outbox');
  if (!existsSync(outbox)) return [];
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  return names.map((name) => readFileSync(join(outbox, name), 'utf8'));
}

test('a worker uses settings that were saved at a web process after it had read them', {
  timeout: 120_000,
}, async () => {
  const { url } = await ownDatabase();
  const dataDir = ownFolder();
  const [web, worker] = [startOne(url, dataDir, 'web'), startOne(url, dataDir, 'worker')];
  await Promise.all([web.serves(), worker.serves()]);
  await signInHead(web, dataDir);
  const sendCode = async () => {
    const before = readMails(dataDir);
    const code = await web.ask('POST', '/api/sign-in/code', { email: 'head@school.test' });
    expect(code.status).toBe(200);
    const added = async () => readMails(dataDir).filter((mail) => !before.includes(mail));
    return (await eventually(added, ({ length }) => length > 0)).join();
  };
  expect(await sendCode()).not.toContain('Harbor Academy');

  const { body } = await web.ask<{ version: number; value: object }>('GET', '/api/admin/settings/school');
  const renamed = { ...body.value, version: body.version, name: 'Harbor Academy' };
  expect((await web.ask('PUT', '/api/admin/settings/school', renamed)).status).toBe(200);
  expect(await sendCode()).toContain('Harbor Academy');
});
