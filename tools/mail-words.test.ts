import { expect, test } from 'vitest';
import { readSource, repositoryFiles, sourceFiles } from './source-files.ts';

const SENT = /\bon (?:its|their) way\b|\bwe(?:'ve)? sent (?:you|a (?:new )?(?:link|code))\b/i;
/** Neither is said of an email that was caused just now. */
const NOT_NOW: Readonly<Record<string, string>> = {
  errors_email_not_verified_description: 'speaks of the registration, wherever its email went',
};

test('what says that an email is on its way says where it went when no mail server is set', () => {
  const said = repositoryFiles()
    .filter((path) => /^messages\/en\/(?!documentation|emails).*\.json$/.test(path))
    .flatMap((path) => Object.entries(JSON.parse(readSource(path)) as Record<string, unknown>))
    .filter(([name, words]) => SENT.test(String(words)) && !(name in NOT_NOW))
    .map(([name]) => name);
  expect(said.length).toBeGreaterThan(5);
  const uses = sourceFiles()
    .filter((path) => path.startsWith('src/web/'))
    .flatMap((path) => [...readSource(path).matchAll(/(mailWords\()?\bm\.(\w+)/g)]);
  for (const name of said) {
    const own = uses.filter(([, , used]) => used === name);
    expect(own.length, name).toBeGreaterThan(0);
    expect(
      own.every(([, guarded]) => guarded !== undefined),
      name,
    ).toBe(true);
  }
});
