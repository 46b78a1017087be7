import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { importCourse } from '../folders/import-course.ts';
import { convertPages } from './convert-pages.ts';

function pages(files: Record<string, string | Uint8Array>): string {
  const parent = mkdtempSync(join(tmpdir(), 'lectern-pages-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(parent, 'guide', dirname(name)), { recursive: true });
    writeFileSync(join(parent, 'guide', name), text);
  }
  return join(parent, 'guide');
}

const PAGES = {
  'README.md':
    '# Tea at home\n\nHow to make *good* tea\nwithout much.\n\nStart with [water](1-basics/2-water.md).\n',
  '1-basics/10-pots.md': '# Pots\n\n![A pot](pot.png)\n',
  '1-basics/2-water.md':
    '---\ntitle: "Water: hot"\nminutes: 4\nsidebar_position: 2\n---\n\n# Water\n\nSee [pots](./10-pots.md#clay), [leaves](../leaves/), [home](../README.md), [none](nowhere.md).\n\n:::tip\nBoil it.\n:::\n',
  'leaves/index.mdx': 'import Tabs from "tabs";\n\n<Tabs>\nText\n</Tabs>\n',
  'logo.svg': '<svg/>',
};

test('a folder of Markdown pages becomes a course folder that can be imported, and tells what was lost', async ({
  db,
}) => {
  const source = pages(PAGES);
  const target = join(source, '../tea');
  const { lessons, notes } = await convertPages(source, target);
  expect(lessons).toBe(4);
  expect(readdirSync(target).sort()).toEqual([
    '01-introduction.lesson.md',
    '02-basics-water.lesson.md',
    '03-basics-pots.lesson.md',
    '04-leaves.lesson.md',
    'course.yaml',
  ]);
  const read = (name: string) => readFileSync(join(target, name), 'utf8');
  expect(read('course.yaml')).toBe(
    'title: Tea at home\ndescription: How to make good tea without much.\nlevel: beginner\nsubscription_level: premium\ncategories:\n  - General\ntags: []\noutcomes: []\nline_breaks: soft\n',
  );
  expect(read('02-basics-water.lesson.md')).toBe(
    '---\nid: basics-water\ntitle: "Water: hot"\nminutes: 4\n---\n\nSee [pots](03-basics-pots.lesson.md#clay), [leaves](04-leaves.lesson.md), [home](01-introduction.lesson.md), [none](nowhere.md).\n\n:::tip\nBoil it.\n:::\n',
  );
  expect(notes).toEqual([
    '1-basics/2-water.md: line 4: unknown key sidebar_position was ignored',
    "1-basics/2-water.md: line 9: the link to nowhere.md doesn't lead to a page or file that was copied: not found",
    '1-basics/2-water.md: line 11: the directive :::tip is not known',
    '1-basics/10-pots.md: line 3: the picture pot.png was not copied: not found',
    'leaves/index.mdx: line 1: the import of tabs is not known',
    'leaves/index.mdx: line 3: the component <Tabs> was removed, including its text',
    'logo.svg: not a Markdown page, skipped',
    'course.yaml: description, level, subscription_level, and categories are guesses: check them',
  ]);

  const { as, services } = await openVerbs(db);
  expect(await importCourse(services, as('admin'), target)).toMatchObject({
    slug: 'tea',
    outcome: 'created',
  });
  const stored = await db.kysely
    .selectFrom('course_content')
    .select(['key', 'title', 'content'])
    .orderBy('sort_order')
    .execute();
  expect(stored.map(({ key, title }) => [key, title])).toEqual([
    ['introduction', 'Tea at home'],
    ['basics-water', 'Water: hot'],
    ['basics-pots', 'Pots'],
    ['leaves', 'Leaves'],
  ]);
  expect(stored[0]?.content).toBe(
    'How to make *good* tea without much.\n\nStart with [water](/courses/tea?section=basics-water).',
  );
});

test('the order is that of SUMMARY.md or of the nav of mkdocs.yml, and pages that are not in it come last', async () => {
  const files = { 'a.md': '# A', 'b.md': '# B', 'c.md': '# C' };
  const bySummary = pages({ ...files, 'SUMMARY.md': '# Summary\n\n- [C](c.md)\n  - [A](./a.md#x)\n' });
  const one = await convertPages(bySummary, join(bySummary, '../one'));
  const namesIn = (target: string) => readdirSync(target).filter((name) => name !== 'course.yaml');
  const expected = ['01-c.lesson.md', '02-a.lesson.md', '03-b.lesson.md'];
  expect(namesIn(one.target)).toEqual(expected);
  expect(one.notes).toContain('b.md: not in SUMMARY.md; placed after the pages that are');

  const byNav = pages({
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`docs/${name}`, text])),
    'mkdocs.yml': 'site_name: Letters\nnav:\n  - c.md\n  - Part:\n      - First: a.md\n  - b.md\n',
  });
  const two = await convertPages(byNav, join(byNav, '../two'));
  expect(namesIn(two.target)).toEqual(expected.map((name) => name.replace('-', '-docs-')));
  expect(readFileSync(join(two.target, 'course.yaml'), 'utf8')).toMatch(/^title: Letters\n/);
});

test('pages with one name get ids of their own, and front matter that cannot be read is left out', async () => {
  const source = pages({
    '1-a.md': 'One.',
    '2-a.md': '---\ntitle: [\n---\nTwo.',
    '3-b.md': '+++\ntitle = "x"\n+++\nThree.',
  });
  const { notes, target } = await convertPages(source, join(source, '../out'));
  expect(readFileSync(join(target, '02-a-2.lesson.md'), 'utf8')).toBe(
    '---\nid: a-2\ntitle: A\n---\n\nTwo.\n',
  );
  expect(readFileSync(join(target, '03-b.lesson.md'), 'utf8')).toBe('---\nid: b\ntitle: B\n---\n\nThree.\n');
  expect(notes.slice(0, 2)).toEqual([
    expect.stringMatching(/^2-a\.md: line [23]: front matter that is not YAML was ignored$/),
    '3-b.md: line 1: front matter in TOML (+++) is not supported and was ignored',
  ]);
});

test('nothing is written over, a folder without pages is told, and links out of the folder are not followed', async () => {
  const source = pages({ 'a.md': '# A' });
  symlinkSync('/etc/passwd', join(source, 'b.md'));
  const { notes, target } = await convertPages(source, join(source, '../out'));
  expect(notes).toContain('b.md: not a Markdown page, skipped');
  await expect(convertPages(source, target)).rejects.toThrow(/already exists/);
  await expect(convertPages(source, join(source, '../Not a name'))).rejects.toThrow(/becomes the slug/);
  const empty = pages({ 'a.txt': 'x' });
  await expect(convertPages(empty, join(empty, '../out'))).rejects.toThrow(/no Markdown pages found/);
});

const png = (width: number) =>
  sharp({ create: { width, height: 3, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Every file of a folder with what is in it. */
function filesIn(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => name.includes('.'));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(directory, name), 'base64')]));
}

test('pictures and files that pages link to come along, twice the same, and are shown after the import', async ({
  db,
}) => {
  const [top, inner, other] = [await png(4), await png(5), await png(6)];
  const source = pages({
    'index.md': `# Tea\n\n![Map](map.png) ![Again](./map.png) [Data](data.csv) ![Root](/images/map.png)\n`,
    '1-basics/a.md': '# A\n\n![Pot](img/the%20pot.png "Clay") ![Up][up]\n\n[up]: <../images/Map.png>\n',
    'map.png': top,
    'data.csv': 'a,b\n1,2\n',
    'images/map.png': inner,
    'images/Map.png': other,
    '1-basics/img/the pot.png': other,
    'unused.png': top,
  });
  const target = join(source, '../tea');
  const { notes } = await convertPages(source, target);
  expect(notes).toEqual(['unused.png: not a Markdown page, skipped', expect.stringContaining('are guesses')]);
  const files = filesIn(target);
  const bytes = (name: string) => Buffer.from(files[name] ?? '', 'base64');
  expect(Object.keys(files)).toEqual([
    '01-introduction.lesson.md',
    '02-basics-a.lesson.md',
    '1-basics/img/the pot.png',
    'course.yaml',
    'files/data.csv',
    'images/Map-3.png',
    'images/map-2.png',
    'images/map.png',
  ]);
  expect([bytes('images/map.png'), bytes('images/map-2.png'), bytes('images/Map-3.png')]).toEqual([
    top,
    inner,
    other,
  ]);
  expect(bytes('01-introduction.lesson.md').toString()).toContain(
    '![Map](images/map.png) ![Again](images/map.png) [Data](files/data.csv) ![Root](images/map-2.png)',
  );
  expect(bytes('02-basics-a.lesson.md').toString()).toContain(
    '![Pot](1-basics/img/the%20pot.png "Clay") ![Up][up]\n\n[up]: <images/Map-3.png>',
  );
  await convertPages(source, join(source, '../again/tea'));
  expect(filesIn(join(source, '../again/tea'))).toEqual(files);

  const { as, services } = await openVerbs(db);
  expect(await importCourse(services, as('admin'), target)).toEqual({ slug: 'tea', outcome: 'created' });
  const [first, second] = await db.kysely
    .selectFrom('course_content')
    .select('content_html')
    .orderBy('sort_order')
    .execute();
  const picture = (alt: string) => new RegExp(`<img src="/media/[0-9a-f-]{36}\\.png" alt="${alt}"`);
  for (const alt of ['Map', 'Again', 'Root']) expect(first?.content_html).toMatch(picture(alt));
  expect(first?.content_html).toMatch(/<a href="\/media\/[0-9a-f-]{36}\.csv"/);
  for (const alt of ['Pot', 'Up']) expect(second?.content_html).toMatch(picture(alt));
});

test('files that cannot come along are named by page and line, and nothing outside of the folder is read', async () => {
  const source = pages({
    'a.md': [
      '![](gone.png)',
      '![](../secret.png)',
      '![](%2e%2e/secret.png)',
      '![](linked.png)',
      '![](links/secret.png)',
      '[keys](.ssh/keys.txt)',
      '[page](page.html)',
      '![](broken.png)',
      '![](/../secret.png)',
      '[folder](sub/)',
    ].join('\n\n'),
    '../secret.png': await png(4),
    '.ssh/keys.txt': 'secret',
    'page.html': '<script>',
    'broken.png': 'no picture',
    'sub/x.txt': 'x',
  });
  symlinkSync(join(source, '../secret.png'), join(source, 'linked.png'));
  symlinkSync(join(source, '..'), join(source, 'links'));
  const { notes, target } = await convertPages(source, join(source, '../out'));
  const outside = 'it is not a file in the folder';
  const link = 'it must be a regular file, not a link or folder';
  const along = (url: string) => `the picture ${url} was not copied: `;
  const led = (url: string) => `the link to ${url} doesn't lead to a page or file that was copied: `;
  expect(notes.filter((note) => note.startsWith('a.md')).map((note) => note.replace('a.md: ', ''))).toEqual([
    `line 1: ${along('gone.png')}not found`,
    `line 3: ${along('../secret.png')}${outside}`,
    `line 5: ${along('%2e%2e/secret.png')}${outside}`,
    `line 7: ${along('linked.png')}${link}`,
    `line 9: ${along('links/secret.png')}${link}`,
    `line 11: ${led('.ssh/keys.txt')}${outside}`,
    expect.stringMatching(/^line 13: the link to page\.html .*: This file type isn't supported/),
    expect.stringMatching(/^line 15: the picture broken\.png .*: This file type isn't supported/),
    `line 17: ${along('/../secret.png')}${outside}`,
    `line 19: ${led('sub/')}${outside}`,
  ]);
  expect(readdirSync(target).sort()).toEqual(['01-a.lesson.md', 'course.yaml']);
});
