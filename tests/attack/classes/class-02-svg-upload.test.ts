import sharp from 'sharp';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { openSchool, type School } from '../kit/school.ts';

const SCRIPT = '<script>alert(document.domain)</script>';
const HOSTILE: readonly (readonly [name: string, type: string, text: string])[] = [
  ['a.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
  ['a.svg', 'image/png', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`],
  [
    'a.png',
    'image/png',
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
  ],
  ['a.html', 'text/html', `<html>${SCRIPT}</html>`],
  ['a.png', 'image/png', SCRIPT],
  ['a.gif', 'image/gif', `GIF89a/*${SCRIPT}*/=alert(1)`],
  ['a.jpg', 'image/jpeg', `\xff\xd8\xff${SCRIPT}`],
  ['a.webp', 'image/webp', `RIFF\x00\x00\x00\x00WEBP${SCRIPT}`],
  ['a.js', 'text/javascript', 'alert(1)'],
  ['a.pdf', 'application/pdf', '%PDF-1.4 /JS (app.alert(1))'],
  ['', '', ''],
  ['../../a.png', 'image/png', SCRIPT],
];

test('drawings, pages and files that are two things at once are refused as pictures', async ({ db }) => {
  const school = await openSchool(db);
  for (const [name, type, text] of HOSTILE) {
    const response = await upload(school, Buffer.from(text, 'latin1'), name, type);
    expect([400, 415], `${name} ${type}`).toContain(response.status);
    expect(await response.json()).toMatchObject({
      code: expect.stringMatching(/BAD_INPUT|UNSUPPORTED_FILE/),
    });
  }
  expect(await db.kysely.selectFrom('media').selectAll().execute()).toEqual([]);
});

test('of a picture with a page behind its pixels only the pixels are served, in a sandbox', async ({
  db,
}) => {
  const school = await openSchool(db);
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const both = Buffer.concat([picture, Buffer.from(SCRIPT)]);
  const saved = await upload(school, both, 'me.html', 'text/html');
  expect(saved.status).toBe(200);
  const { avatar } = await saved.json();
  expect(avatar).toMatch(/^\/media\/[0-9a-f-]{36}\.webp$/);
  for (const accept of ['text/html', '*/*']) {
    const served = await school.ask('visitor', 'GET', avatar, { headers: { accept } });
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.includes('script')).toBe(false);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  }
});

function upload(school: School, bytes: Buffer, name: string, type: string): Promise<Response> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name, { type }));
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return school.ask('free', 'PUT', '/api/account/avatar', { rawBody: sent.body as ReadableStream, headers });
}
