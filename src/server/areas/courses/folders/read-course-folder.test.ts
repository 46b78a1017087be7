import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCourseFolder } from './read-course-folder.ts';

const COURSE = `title: A long course
description: Everything.
level: beginner
subscription_level: free
categories: [Long]
tags: []
outcomes: []
`;

/** A folder with this many lessons and pictures. */
function folder({ lessons, pictures = 0 }: { lessons: number; pictures?: number }): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-long-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const directory = join(parent, 'long');
  mkdirSync(directory);
  writeFileSync(join(directory, 'course.yaml'), COURSE);
  for (let at = 1; at <= lessons; at += 1)
    writeFileSync(join(directory, `${at}-a.lesson.md`), `---\nid: l${at}\ntitle: L\n---\n\nHi\n`);
  for (let at = 1; at <= pictures; at += 1) writeFileSync(join(directory, `picture-${at}.png`), '');
  return directory;
}

test('pictures and files beside the lessons are not counted', async () => {
  const { sections } = await readCourseFolder(folder({ lessons: 1, pictures: 650 }));
  expect(sections).toHaveLength(1);
});

test('a course has as many sections as its form can save', async () => {
  expect((await readCourseFolder(folder({ lessons: 500 }))).sections).toHaveLength(500);
  await expect(readCourseFolder(folder({ lessons: 501 }))).rejects.toMatchObject({
    faults: ['long: At most 500 sections'],
  });
});
