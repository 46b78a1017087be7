import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { startScript } from '#tests/kit/process';
import { ownFolder } from '../machines/own-database.ts';
import { pseudoMessage } from './pseudo-locale.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NEEDED = [
  'content',
  'messages',
  'public',
  'src',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];
const HEAD = { email: 'head@school.test', password: 'a-long-secret-of-the-head' };
/** Pages without texts of the school. */
const PATHS = ['/login', '/register', '/forgot-password', '/help', '/courses/no-such-course'];
/** Names, and what people type. */
const SAME = /^(?:Lectern|© \d{4} Lectern\..*|https:\/\/|\d.*)$/;

/** A copy of the product whose second language is machine-made, built. */
function productOfTwoLanguages(): string {
  const folder = join(ownFolder(), 'product');
  mkdirSync(folder);
  for (const name of NEEDED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'messages/ar-XB'));
  for (const file of readdirSync(join(ROOT, 'messages/en'))) {
    const texts: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'messages/en', file), 'utf8'));
    const strange = Object.entries(texts).map(([key, text]) => [key, pseudoMessage(text)] as const);
    writeFileSync(join(folder, 'messages/ar-XB', file), JSON.stringify(Object.fromEntries(strange)));
  }
  writeFileSync(join(folder, 'messages/languages.json'), '["en", "ar-XB"]');
  for (const script of ['tools/generate.ts', 'tools/build.ts']) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [script], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${script}: ${stdout}${stderr}`);
  }
  return folder;
}

function visibleTexts(html: string): string[] {
  return html
    .replace(/<(script|style|code|pre|svg|title)\b[^>]*>.*?<\/\1>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => /[A-Za-z]{3}/.test(text) && !SAME.test(text));
}

test('a folder of texts and a line of settings are a second language, from right to left, in pages, refusals, and emails', {
  timeout: 600_000,
}, async () => {
  const folder = productOfTwoLanguages();
  const dataDir = join(folder, 'data');
  const server = startScript(join(folder, 'src/server/main.ts'), [], {
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      SAMPLE_CONTENT: 'off',
      ADMIN_EMAIL: HEAD.email,
      ADMIN_PASSWORD: HEAD.password,
    },
  });
  onTestFinished(() => server.kill('SIGKILL'));
  const [origin = ''] = (await server.says(/http:\/\/\S+/, 120_000)) as string[];
  const post = (path: string, body: object, more: { method?: string; cookie?: string } = {}) =>
    fetch(origin + path, {
      method: more.method ?? 'POST',
      headers: { origin, 'content-type': 'application/json', ...(more.cookie && { cookie: more.cookie }) },
      body: JSON.stringify(body),
    });
  const english = await (await fetch(`${origin}/login`)).text();
  expect(english).toContain('lang="en" dir="ltr"');
  expect(visibleTexts(english).length).toBeGreaterThan(5);
  const signedIn = await post('/api/sign-in', HEAD);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const before = await (await fetch(`${origin}/api/admin/settings/school`, { headers: { cookie } })).json();
  const saved = await post(
    '/api/admin/settings/school',
    { ...before.value, version: before.version, language: 'ar-XB' },
    { method: 'PUT', cookie },
  );
  expect(await saved.json()).toMatchObject({ value: { language: 'ar-XB' } });

  for (const path of PATHS) {
    const html = await (await fetch(origin + path)).text();
    expect([path, /<html lang="ar-XB" dir="rtl"/.test(html), visibleTexts(html)]).toEqual([path, true, []]);
  }
  const refused = await (await post('/api/forgot-password', { email: 'nobody' })).json();
  expect(Object.values(refused.fields)).toEqual([pseudoMessage('Valid email is required')]);
  await post('/api/forgot-password', { email: HEAD.email });
  const outbox = join(dataDir, 'outbox');
  const newest = () =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .filter((name) => name.endsWith('.eml'))
      .map((name) => readFileSync(join(outbox, name)));
  for (const deadline = Date.now() + 20_000; newest().length === 0 && Date.now() < deadline; )
    await wait(100);
  const mails = await Promise.all(newest().map((mail) => PostalMime.parse(mail)));
  expect(mails.at(-1)?.html).toContain('lang="ar-XB"');
  expect(mails.at(-1)?.subject).toBe(pseudoMessage('Choose a new password'));
});
