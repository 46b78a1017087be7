import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Where the school speaks. */
const FOLDERS = ['src/emails', 'src/web', 'src/server/areas', 'src/server/http'];
/** These speak to whoever runs the server or writes a program for it. */
const ABOUT_SOFTWARE = [
  'src/server/areas/accounts/sessions/replace-auth-secret.ts',
  'src/server/http/openapi-document.ts',
];

test('no message names the software, except the line that can be switched off', () => {
  const folder = join(root, 'messages/en');
  const words = readdirSync(folder).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>),
  );
  const naming = words.filter(([, text]) => /\bLectern\b/.test(text)).map(([key]) => key);
  expect(naming.sort()).toEqual(['config_school_powered_by', 'shell_powered_by']);
});

test('no code calls the school by the name of the software', () => {
  const naming = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.gen\.ts$/.test(file))
    .filter((file) => {
      const code = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      return /\bLectern\b/.test(code);
    });
  expect(naming.sort()).toEqual(ABOUT_SOFTWARE);
});

test('the settings of the landing page show the words that it says without them', () => {
  const read = (file: string): Record<string, string> =>
    JSON.parse(readFileSync(join(root, 'messages/en', file), 'utf8'));
  const [site, config] = [read('site.json'), read('config.json')];
  // Shared messages would be files of their own, which every visitor would load.
  expect([
    config.config_landing_headline_default,
    config.config_landing_text_default,
    config.config_landing_button_default,
  ]).toEqual([site.site_landing_title, site.site_landing_lead, site.site_landing_browse]);
});
