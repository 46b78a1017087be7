import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';

test('the outbox is shown to this machine only, and not at all when mails are sent', async ({ db }) => {
  const shown = await openSchool(db, { outbox: '/nonexistent' });
  const statusOf = async (headers: Record<string, string>) =>
    (await shown.ask('visitor', 'GET', '/dev/outbox', { headers })).status;
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    expect(await statusOf({ host }), host).toBe(200);
  // A name of somebody else that leads to this machine, as DNS rebinding does it.
  for (const host of [
    'attacker.example',
    'localhost.attacker.example',
    '127.0.0.1.nip.io',
    '203.0.113.9',
    '',
  ])
    expect(await statusOf({ host }), host).toBe(404);
  for (const header of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-server',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'x-amzn-trace-id',
    'fly-client-ip',
    'fastly-client-ip',
    'x-envoy-external-address',
    'x-original-host',
  ])
    expect(await statusOf({ [header]: '127.0.0.1' }), header).toBe(404);
});

test('a school that others reach by a name has no outbox to look at', async ({ db }) => {
  const { people } = await openSchool(db);
  for (const [publicUrl, status] of [
    ['https://school.example', 404],
    ['http://192.168.1.5:3000', 404],
    ['http://127.0.0.1:3000', 200],
  ] as const) {
    const { ask } = await openSchool(db, { outbox: '/nonexistent', people }, { PUBLIC_URL: publicUrl });
    const reply = await ask('visitor', 'GET', '/dev/outbox', { headers: { host: 'localhost' } });
    expect(reply.status, publicUrl).toBe(status);
  }
});
