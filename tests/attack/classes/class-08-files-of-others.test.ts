import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { unzip } from '#tests/kit/unzip';
import { openSchool, type School } from '../kit/school.ts';

test('a file is found by its name alone, and only as long as it is there', async ({ db }) => {
  const school = await openSchool(db);
  const first = await portrait(school);
  const id = first.slice('/media/'.length, -'.webp'.length);
  expect((await school.ask('visitor', 'GET', first)).status).toBe(200);
  const guesses = [
    `/media/${randomUUID()}.webp`,
    `/media/${id}.png`,
    `/media/${id}`,
    `/media/${id.toUpperCase()}.webp`,
    `/media/../media/${id}.webp/..`,
    `/media/%2e%2e/uploads/${id}.webp`,
    `/media/..%2fsecrets%2fauth-secret`,
    `/media/${id}.webp%00.png`,
    `/uploads/${id}.webp`,
    `/data/uploads/${id}.webp`,
  ];
  for (const address of guesses)
    for (const method of ['GET', 'HEAD']) {
      const headers = { range: 'bytes=0-10' };
      expect((await school.ask('second', method, address, { headers })).status, `${method} ${address}`).toBe(
        404,
      );
    }
  await portrait(school);
  expect((await school.ask('visitor', 'GET', first)).status).toBe(404);
  expect((await school.ask('visitor', 'HEAD', first)).status).toBe(404);
});

test('the copy of everything about oneself holds nothing of anybody else', async ({ db }) => {
  const school = await openSchool(db);
  await db.kysely
    .updateTable('sessions')
    .set({ proved_at: new Date('2026-11-20T12:00:00Z') })
    .execute();
  const second = school.people.get('second');
  const named = second?.kind === 'member' ? second.userId : '';
  for (const query of ['', `?userId=${named}`, `?user_id=${named}&id=${named}&email=second@school.test`]) {
    const reply = await school.ask('basic', 'GET', `/api/account/export${query}`);
    expect(reply.status).toBe(200);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(200);
    const texts = [...(await unzip(bytes)).values()];
    expect(texts.join('\n')).toContain('basic@school.test');
    expect(
      texts.filter((text) => text.includes('second@school.test') || text.includes(named)),
      query,
    ).toEqual([]);
  }
  expect((await school.ask('visitor', 'GET', '/api/account/export')).status).toBe(401);
});

async function portrait(school: School): Promise<string> {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }));
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  const saved = await school.ask('free', 'PUT', '/api/account/avatar', {
    rawBody: await sent.arrayBuffer(),
    headers,
  });
  return (await saved.json()).avatar;
}
