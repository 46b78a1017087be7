import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { importContent } from '#server/areas/courses/folders/import-content';
import { callerOf } from '#server/http/gates/open-scope';
import { test } from '#tests/kit/database';
import { scratchFolder } from '#tests/kit/filled-school';
import { HOSTILE_HTML, RUNS, tagsOf } from '../content/hostile-html.ts';
import { openSchool } from '../kit/school.ts';

const HEAD = `title: A package of a stranger
description: "<script>alert(1)</script> and [x](javascript:alert(1))"
level: beginner
subscription_level: free
categories: ["<img src=x onerror=alert(1)>"]
tags: ["<svg onload=alert(1)>"]
outcomes: ["<script>alert(1)</script>"]
`;

test('what a course package brings is cleaned as if a stranger had typed it', async ({ db }) => {
  const folder = scratchFolder();
  try {
    const course = join(folder.path, 'of-a-stranger');
    mkdirSync(course);
    writeFileSync(join(course, 'course.yaml'), HEAD);
    for (const [index, hostile] of HOSTILE_HTML.entries())
      writeFileSync(
        join(course, `${String(index + 1).padStart(3, '0')}-hostile.lesson.md`),
        `---\nid: part-${index + 1}\ntitle: ${JSON.stringify(hostile.slice(0, 150))}\n---\nBefore\n\n${hostile}\n\nAfter\n`,
      );
    const school = await openSchool(db);
    const admin = school.people.get('admin');
    if (!admin) throw new Error('the school has no administrator');
    const caller = callerOf({ ipAddress: '127.0.0.1', requestId: 'import' }, admin, null);
    await importContent(school.services, caller, course);
    for (const [index, hostile] of HOSTILE_HTML.entries()) {
      const reply = await school.ask(
        'visitor',
        'GET',
        `/api/courses/of-a-stranger/sections/part-${index + 1}`,
      );
      const { html } = await reply.json();
      expect(html, hostile).toContain('Before');
      expect(tagsOf(html), hostile).not.toMatch(RUNS);
    }
  } finally {
    folder.remove();
  }
});

test('the attack is seen where nothing is cleaned: the pattern can fail', () => {
  const unseen = HOSTILE_HTML.filter((hostile) => !RUNS.test(tagsOf(hostile)));
  expect(unseen).toEqual([]);
});
