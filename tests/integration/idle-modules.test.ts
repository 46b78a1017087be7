import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const MAIN = join(import.meta.dirname, '../../src/server/main.ts');
const BUNDLED = join(import.meta.dirname, '../../build/main/main.js');
const SAY_MODULES =
  "data:text/javascript,process.on('exit',()=>console.log('LOADED',process.moduleLoadList.join()))";
const scratch = makeScratch('idle-modules');
afterAll(() => removeScratch(scratch));

test('a server that serves visitors has read nothing of Node.js that takes much memory', async () => {
  const dataDir = join(scratch, crypto.randomUUID());
  await makeReadyFolder(dataDir);
  const server = startScript(MAIN, [], {
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      LABS: 'off',
      SAMPLE_CONTENT: 'off',
      NODE_OPTIONS: `--import ${SAY_MODULES}`,
      STRIPE_SECRET_KEY: 'sk_test_idle0001',
      STRIPE_WEBHOOK_SECRET: 'whsec_idle0001',
    },
  });
  const [, address] = await server.says(/Lectern is ready: (\S+)/);
  expect(existsSync(BUNDLED)).toBe(true);
  const courses = await fetch(`${address}/api/courses`);
  expect([courses.status, await courses.json()]).toMatchObject([200, { items: [] }]);
  const refused = await fetch(`${address}/api/account`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await server.kill('SIGTERM');
  const loaded = /LOADED (.+)/.exec(server.output())?.[1]?.split(',') ?? [];
  expect(loaded).toContain('NativeModule http');
  const heavy = /undici|http2|tls|https|deps\/amaro/;
  expect(loaded.filter((name) => heavy.test(name))).toEqual([]);
});
