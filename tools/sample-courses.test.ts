import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const content = join(import.meta.dirname, '..', 'content');
const files = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:md|yaml)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(content, name), 'utf8') }));

test('no title of a section says its kind again: the outline shows it', () => {
  expect(files.length).toBeGreaterThan(60);
  expect(files.filter(({ text }) => /^title: "?(?:Lab|Lesson|Exam):/m.test(text))).toEqual([]);
});

test('sections are named by their titles, never by a number that moves with the next lesson', () => {
  const numbered = /\blessons? (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)\b/i;
  const found = files.flatMap(({ name, text }) => {
    const words = numbered.exec(text)?.[0];
    return words ? [`${name}: ${words}`] : [];
  });
  expect(found).toEqual([]);
});

test('a section that is named in quotes is there', () => {
  const titles = new Set(files.flatMap(({ text }) => /^title: "?(.*?)"?$/m.exec(text)?.[1] ?? []));
  for (const title of [
    'Pipes and Redirection',
    'Handling Files Without Losing Any',
    'Turning Text into Values',
  ])
    expect(titles).toContain(title);
});
