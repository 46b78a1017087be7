import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSource, repositoryFiles } from './source-files.ts';

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

test('nothing is claimed that is not so', () => {
  const claims = [
    'We accept all major credit cards',
    'Each has lessons, labs and an exam',
    'every command in it has been run',
    'bookshop, five customers have placed six orders',
  ];
  const reported = repositoryFiles().filter(
    (path) =>
      /^(?:content|messages|src\/server\/areas\/site)\//.test(path) &&
      /\.(?:md|yaml|json|ts|html)$/.test(path),
  );
  const found = reported.flatMap((path) => {
    const text = readSource(path);
    return claims.filter((claim) => text.includes(claim)).map((claim) => `${path}: ${claim}`);
  });
  expect(reported.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test('what the introduction of an exam counts is what it asks', () => {
  let counted = 0;
  for (const { name, text } of files.filter((file) => file.name.endsWith('.exam.yaml'))) {
    const exam = parse(text) as { intro?: string; questions?: { points?: number }[] };
    const said = /\b(\d+) questions\b/.exec(exam.intro ?? '')?.[1];
    if (said === undefined || !exam.questions) continue;
    counted += 1;
    expect(exam.questions.length, name).toBe(Number(said));
    const points = /\bworth (\d+) points\b/.exec(exam.intro ?? '')?.[1];
    const all = exam.questions.reduce((sum, question) => sum + (question.points ?? 1), 0);
    if (points !== undefined) expect(all, name).toBe(Number(points));
  }
  expect(counted).toBeGreaterThan(0);
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
