import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool } from '../kit/school.ts';

const contact = { name: 'A', email: 'a@school.test', message: 'Hello' };

test('a body over a megabyte is refused, declared or not', async ({ db }) => {
  const { ask } = await openSchool(db);
  const large = JSON.stringify({ ...contact, message: 'x'.repeat(1_000_001) });
  const declared = { 'content-type': 'application/json', 'content-length': String(large.length) };
  const whole = await ask('visitor', 'POST', '/api/contact', { rawBody: large, headers: declared });
  expect([whole.status, (await whole.json()).code]).toEqual([413, 'BODY_TOO_LARGE']);
  const chunked = await ask('visitor', 'POST', '/api/contact', {
    rawBody: streamOf(large),
    headers: { 'content-type': 'application/json' },
  });
  expect([chunked.status, (await chunked.json()).code]).toEqual([413, 'BODY_TOO_LARGE']);
});

test('reading stops at the limit, however much is sent', async ({ db }) => {
  const { ask } = await openSchool(db);
  let sent = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
  });
  const response = await ask('visitor', 'POST', '/api/contact', {
    rawBody: endless,
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(413);
  expect(sent).toBeLessThan(1_500_000);
});

test('only uploads may be larger, up to three megabytes', async ({ db }) => {
  const { ask } = await openSchool(db);
  const upload = async (bytes: number) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'x.png');
    const sent = new Response(form);
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
    return ask('free', 'PUT', '/api/account/avatar', { rawBody: await sent.arrayBuffer(), headers });
  };
  expect((await upload(2_900_000)).status).toBeLessThan(500);
  const over = await upload(3_100_000);
  expect([over.status, (await over.json()).code]).toEqual([413, 'BODY_TOO_LARGE']);
});

test('only administrators may send the large files of an import', async ({ db }) => {
  const { ask } = await openSchool(db);
  const form = new FormData();
  form.append('format', 'gift');
  form.append('file', new Blob([new Uint8Array(3_500_000).fill(32)]), 'large.gift');
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  const rawBody = await sent.arrayBuffer();
  const path = '/api/admin/banks/00000000-0000-4000-8000-000000000000/import-checks';
  const answers = await Promise.all(
    (['visitor', 'premium', 'admin'] as const).map((who) => ask(who, 'POST', path, { rawBody, headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 404]);
});

function streamOf(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + 10_000));
      at += 10_000;
    },
  });
}
