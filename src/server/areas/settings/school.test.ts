import sharp from 'sharp';
import { expect } from 'vitest';
import { type SchoolLogo, type SchoolSettings, schoolForm } from '#contract/administration/settings';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { saveSchool } from './save-school.ts';
import { uploadLogo } from './upload-logo.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40" fill="#0b6e4f"/></svg>';
const svgFile = (svg: string) => new File([svg], 'logo.svg', { type: 'image/svg+xml' });
const pngFile = async (width: number, height: number, name = 'logo.png') => {
  const drawn = sharp({ create: { width, height, channels: 4, background: '#0b6e4f80' } });
  const bytes = await drawn
    .png()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
  return new File([new Uint8Array(bytes)], name);
};
const wanted = (changes: Partial<SchoolSettings>, version = 0) => ({
  ...schoolForm.parse({}),
  ...changes,
  version,
});

test('a logo is drawn anew in its size for a page, and opened by everybody for good', async ({ db }) => {
  const school = await openSchool(db);
  const upload = async () => {
    const rawBody = new FormData();
    rawBody.set('file', await pngFile(1280, 320));
    const reply = await school.ask('admin', 'POST', '/api/admin/settings/school/logo', { rawBody });
    return (await reply.json()) as SchoolLogo;
  };
  const logo = await upload();
  expect(logo).toEqual({
    address: expect.stringMatching(/^\/school\/[0-9a-f]{32}\.webp$/),
    width: 640,
    height: 160,
  });
  expect(await upload()).toEqual(logo);
  const reply = await school.ask('visitor', 'GET', logo.address);
  expect(reply.headers.get('content-type')).toBe('image/webp');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(bytes.toString('latin1')).not.toContain('secret place');
  expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  const wrong = logo.address.replace('.webp', '.svg');
  expect((await school.ask('visitor', 'GET', wrong)).status).toBe(404);
  expect((await school.ask('visitor', 'GET', `/school/${'0'.repeat(32)}.webp`)).status).toBe(404);
});

test('only pictures and drawings become logos', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const upload = (file: File) => failureOf(uploadLogo(services, as('admin'), { file }));
  expect(await upload(svgFile(SVG))).toMatchObject({ width: 120, height: 40 });
  expect(await upload(svgFile('<html><script>alert(1)</script></html>'))).toBe('UNSUPPORTED_FILE');
  expect(await upload(new File(['%PDF-1.4'], 'logo.pdf'))).toBe('UNSUPPORTED_FILE');
  expect(await upload(new File([SVG], 'logo.txt'))).toBe('UNSUPPORTED_FILE');
  expect(await upload(new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'logo.png'))).toBe('BODY_TOO_LARGE');
  expect(await failureOf(uploadLogo(services, as('premium'), { file: svgFile(SVG) }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('the settings name only what was uploaded as a logo, as it is', async ({ db }) => {
  const { as, services, wait } = await openVerbs(db);
  const save = (changes: Partial<SchoolSettings>, version = 0) =>
    failureOf(saveSchool(services, as('admin'), wanted(changes, version)));
  const logo = await uploadLogo(services, as('admin'), { file: svgFile(SVG) });
  const other = await uploadLogo(services, as('admin'), { file: await pngFile(10, 10) });
  const id = '00000000-0000-4000-8000-000000000000';
  for (const address of [
    `/media/${id}.webp`,
    `/media/content-${id}.pdf`,
    '/school/../media/x.webp',
    '//evil.test/x.webp',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
  ])
    expect(schoolForm.safeParse({ logo: { ...logo, address } }).success, address).toBe(false);
  expect(await save({ logo: { ...logo, address: `/school/${'0'.repeat(32)}.webp` } })).toBe('BAD_INPUT');
  expect(await save({ logo: { ...logo, address: logo.address.replace('svg', 'webp') } })).toBe('BAD_INPUT');
  expect(await save({ logo: { ...logo, width: 4000 } })).toBe('BAD_INPUT');
  expect(await save({ logo })).toMatchObject({ version: 1 });
  // What was uploaded and never saved is forgotten with a later save.
  wait(25 * 3600);
  expect(await save({ logo, logoDark: other }, 1)).toMatchObject({ version: 2 });
  wait(25 * 3600);
  expect(await save({ logo }, 2)).toMatchObject({ version: 3 });
  const kept = await db.kysely.selectFrom('school_pictures').select('ending').execute();
  expect(kept).toEqual([{ ending: 'svg' }]);
});

test.each(['red', '#fff', '#0b6e4f;}body{display:none', 'url(https://evil.test)', '#0b6e4f\n}', '</style>'])(
  'the color %j is none',
  (color) => expect(schoolForm.safeParse({ color }).success).toBe(false),
);

test('the style sheet of a color holds shades and nothing else', async ({ db }) => {
  const { ask } = await openSchool(db);
  const reply = await ask('visitor', 'GET', '/theme/v1-0b6e4f.css');
  expect(reply.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(reply.headers.get('cache-control')).toContain('immutable');
  expect(await reply.text()).toMatch(/^:root\[data-accent='own'\]\{(?:--accent-\d:#[0-9a-f]{6};?){10}\}\n$/);
  for (const path of ['/theme/v1-0B6E4F.css', '/theme/v1-red.css', '/theme/v1-0b6e4f%7D.css'])
    expect((await ask('visitor', 'GET', path)).status, path).toBe(404);
});
