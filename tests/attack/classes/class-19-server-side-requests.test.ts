import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import type { Socket } from 'node:net';
import { expect, vi } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { CASES } from '../access/access-cases.ts';
import { insertContent } from '../content/content.ts';
import { callProcedure } from '../kit/call-procedure.ts';
import { openSchool } from '../kit/school.ts';

const INSIDE = [
  'http://127.0.0.1:1/',
  'http://127.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost.evil.test/',
  'http://rebind.evil.test/x.png',
  'https://user@127.0.0.1:22/#@school.test',
  'http://evil.test/redirect?to=http://169.254.169.254/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'ftp://127.0.0.1/x',
  '//169.254.169.254/x.png',
];
/** What browsers and editors of such sites send addresses under. */
const FIELDS = [
  'thumbnail',
  'videoUrl',
  'captionsUrl',
  'image',
  'url',
  'avatarUrl',
  'link',
  'logo',
  'webhook',
  'feed',
];
const STATED = statedProcedures(contract);

test('no address that somebody types makes the server connect to anything', { timeout: 90_000 }, async ({
  db,
}) => {
  const school = await openSchool(db);
  const world = { school, content: await insertContent(db) };
  const connections: string[] = [];
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('lookup', (_error, address) => connections.push(String(address)));
    socket.once('connect', () => connections.push(`${socket.remoteAddress}:${socket.remotePort}`));
  };
  const lookups = vi.spyOn(dns, 'lookup');
  const fetches = vi.spyOn(globalThis, 'fetch');
  subscribe('net.client.socket', onSocket);
  try {
    const markdown = INSIDE.map((address) => `![x](${address}) [x](${address}) <img src="${address}">`).join(
      '\n\n',
    );
    for (const first of [0, 8]) {
      const at = (index: number) => INSIDE[(first + index) % INSIDE.length] ?? '';
      const fields = Object.fromEntries(FIELDS.map((name, index) => [name, at(index)]));
      const section = { title: 'One', content: markdown, ...fields };
      for (const procedure of STATED.filter(({ method }) => method !== 'GET' && method !== 'DELETE')) {
        const who = procedure.meta.access === 'admin' ? 'admin' : 'basic';
        const input = CASES[procedure.name]?.input?.(world, who, 'own') ?? {};
        const typed = { ...input, ...fields, content: 'content' in input ? markdown : [section] };
        await callProcedure(school, who, procedure, typed, {
          headers: { referer: at(0) },
        });
      }
    }
  } finally {
    unsubscribe('net.client.socket', onSocket);
  }
  // The database is reached through a socket file, which has no address.
  expect(connections.filter((connection) => connection !== 'undefined:undefined')).toEqual([]);
  expect(fetches).not.toHaveBeenCalled();
  expect(lookups).not.toHaveBeenCalled();
});
