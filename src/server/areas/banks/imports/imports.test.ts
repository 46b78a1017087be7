import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { ZipFile } from 'yazl';
import { IMPORT_FORMATS, type ImportFormat } from '#contract/questions/import-form';
import { listTrash } from '#server/areas/courses/trash/list-trash';
import type { Db } from '#server/db/client';
import { Failure } from '#server/failure';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { createBank } from '../create-bank.ts';
import { getBank } from '../get-bank.ts';
import { getQuestion } from '../questions/get-question.ts';
import { listQuestions } from '../questions/list-questions.ts';
import { restoreQuestion } from '../questions/restore-question.ts';
import { saveQuestion } from '../questions/save-question.ts';
import { checkImport } from './check-import.ts';
import { getImportProgress } from './get-import-progress.ts';
import { importQuestions } from './import-questions.ts';
import { listImports } from './list-imports.ts';
import { undoImport } from './undo-import.ts';

const GIFT = `// a comment
$CATEGORY: $course$/SQL/Joins

::Left join:: What does a [b]LEFT JOIN[/b] keep? {=Every row of the left table ~Only pairs ~Nothing}

Two is even {T}

::Anything:: Say what you think. {=*}

Half of it {~%50%one ~%50%two ~%-50%three}
`;

async function openBank(db: Db) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const { id } = await createBank(services, admin, { title: 'Imported', description: '' });
  const fileOf = (text: string | Uint8Array<ArrayBuffer>, name = 'file.gift') => new File([text], name);
  const count = async () => (await getBank(services, admin, { id })).questions;
  return {
    ...verbs,
    admin,
    id,
    count,
    check: (text: string | Uint8Array<ArrayBuffer>, format: ImportFormat = 'gift') =>
      checkImport(services, admin, { id, format, file: fileOf(text) }),
    takeBytes: (bytes: Uint8Array<ArrayBuffer>) =>
      importQuestions(services, admin, { id, format: 'gift', file: fileOf(bytes) }),
    take: (text: string, format: ImportFormat = 'gift') =>
      importQuestions(services, admin, { id, format, file: fileOf(text) }),
  };
}

test('a dry run tells of every question what would become of it, and stores nothing', async ({ db }) => {
  const { check, count, take } = await openBank(db);
  const report = await check(GIFT);
  expect(report).toMatchObject({ kept: 3, changed: 0, dropped: 1 });
  expect(report.items.map(({ line, name, outcome }) => [line, name, outcome])).toEqual([
    [4, 'Left join', 'kept'],
    [6, 'Two is even', 'kept'],
    [8, 'Anything', 'dropped'],
    [10, 'Half of it', 'kept'],
  ]);
  expect(report.items[2]?.reasons).toEqual(['it accepts any answer (*)']);
  expect(await count()).toBe(0);
  expect((await take(GIFT)).report).toEqual(report);
  expect(await count()).toBe(3);
});

test('the same file again adds nothing, and a whole import moves to the trash but for what was changed since', async ({
  db,
}) => {
  const { admin, count, id, services, take } = await openBank(db);
  const first = await take(GIFT);
  expect((await take(GIFT)).report).toMatchObject({ kept: 0, changed: 0, dropped: 4 });
  expect(await count()).toBe(3);
  const { items } = await listQuestions(services, admin, { id, q: 'even', page: 1 });
  const even = await getQuestion(services, admin, { id: items[0]?.id ?? '' });
  expect(even).toMatchObject({ tags: ['SQL', 'Joins'], question: { kind: 'true-false', answer: true } });
  const { key: _, ...form } = { ...even, question: { ...even.question, prompt: 'Changed' } };
  await saveQuestion(services, admin, form);
  expect(await undoImport(services, admin, { id: first.id })).toEqual({ removed: 2, stayed: 1 });
  expect(await count()).toBe(1);
  const { questions } = await listTrash(services, admin);
  expect(questions).toHaveLength(2);
  await restoreQuestion(services, admin, { id: questions[0]?.id ?? '' });
  expect(await count()).toBe(2);
  expect(await failureOf(undoImport(services, admin, { id: first.id }))).toBe('IMPORT_NOT_FOUND');
  const imports = await listImports(services, admin, { id });
  expect(imports.sort((a, b) => a.kept - b.kept)).toMatchObject([
    {
      kept: 0,
      dropped: 4,
      undoneAt: null,
      lost: Array.from({ length: 4 }, () => ({ outcome: 'dropped', reasons: [expect.any(String)] })),
    },
    { fileName: 'file.gift', kept: 3, undoneAt: expect.any(String) },
  ]);
});

const xml = (inner: string) => `<?xml version="1.0"?>\n<quiz>${inner}</quiz>`;
const bomb = Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join('');
const many = (text: string) => text.repeat(100_000);

const asked = (type: string, text: string, inner = '') =>
  xml(
    `<question type="${type}"><questiontext><text><![CDATA[${text}]]></text></questiontext>${inner}</question>`,
  );
const numbered = (formula: string) =>
  asked(
    'calculated',
    '{a}',
    `<answer fraction="100"><text>${formula}</text></answer><dataset_definitions><dataset_definition>
    <name><text>a</text></name><minimum><text>1</text></minimum><maximum><text>9</text></maximum></dataset_definition></dataset_definitions>`,
  );

/** Files that can be read, with a question in each that nobody meant. */
const STRANGE: readonly [string, string, string][] = [
  ['10^5 gaps', asked('cloze', many('{:SA:=a}')), 'more than 30 blanks'],
  ['10^5 gaps that never end', asked('cloze', many('{:SA:=a')), 'no blanks'],
  ['10^5 places', asked('ddwtos', many('[[1]]')), "a word that doesn't exist"],
  [
    '10^5 criteria',
    asked('essay', 'Why?', `<graderinfo><text>${many('&lt;li&gt;x')}</text></graderinfo>`),
    'too long',
  ],
  ['10^5 brackets', numbered(many('(')), 'longer than 300'],
  ['deep brackets', numbered(`${'('.repeat(120)}{a}${')'.repeat(120)}`), 'nested too deeply'],
  ['a formula that runs', numbered('process.exit(1)'), 'exit'],
  ['a division by nothing', numbered('1 / ({a} - {a})'), "doesn't give a number"],
  ['10^5 places for numbers', asked('calculated', many('{={a}')), 'it has no variables'],
  [
    'a pattern of stars',
    asked('shortanswer', 'Q', `<answer fraction="100"><text>${'a*'.repeat(5000)}</text></answer>`),
    'too long for a pattern',
  ],
];

test.for(STRANGE)(
  '%s in a question are no harm, and the rest of the file is taken',
  async ([, text, words], { db }) => {
    const { check } = await openBank(db);
    const from = performance.now();
    const good =
      '<question type="truefalse"><questiontext><text>Two is even</text></questiontext></question></quiz>';
    const report = await check(text.replace('</quiz>', good), 'moodle-xml');
    expect(performance.now() - from).toBeLessThan(5000);
    expect(report.items[1]).toMatchObject({ name: 'Two is even', outcome: 'kept' });
    expect(report.items[0]).toMatchObject({
      outcome: 'dropped',
      reasons: expect.arrayContaining([expect.stringContaining(words)]),
    });
  },
);

const HOSTILE: readonly [string, ImportFormat, string | Uint8Array<ArrayBuffer>, string][] = [
  [
    'external entities',
    'moodle-xml',
    `<!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml('&x;')}`,
    'DTD',
  ],
  ['an entity bomb', 'moodle-xml', `<!DOCTYPE q [<!ENTITY e0 "boom">${bomb}]>${xml('&e30;')}`, 'DTD'],
  ['an unknown entity', 'moodle-xml', xml('<question>&passwd;</question>'), 'cannot be read'],
  ['broken XML', 'moodle-xml', '<quiz><question></quiz>', 'cannot be read'],
  ['other XML', 'moodle-xml', '<html></html>', 'is not Moodle XML'],
  ['deep XML', 'moodle-xml', xml('<a>'.repeat(100_000)), 'elements deep'],
  ['wide XML', 'moodle-xml', xml('<a/>'.repeat(400_000)), 'more than 300000 elements'],
  ['10^5 questions', 'moodle-xml', xml(many('<question type="x"/>')), 'more than 5000 questions'],
  ['10^5 questions', 'gift', many('a{T}\n\n'), 'more than 5000 questions'],
  ['10^5 questions', 'csv', `prompt,correct\n${many('a,b\n')}`, 'more than 5000 questions'],
  ['a huge line', 'gift', `a {=${'x'.repeat(300_000)}}`, 'longer than'],
  ['a huge line', 'csv', `prompt,correct\n${'x'.repeat(300_000)}`, 'longer than'],
  ['an open quote', 'csv', `prompt,correct\n"${'x\n'.repeat(50_000)}`, 'cannot be read'],
  ['a table without a head', 'csv', 'one,two\nthree,four', 'must be a header row'],
  ...IMPORT_FORMATS.map(
    (format) => ['a NUL', format, 'a\0b', 'NUL'] as [string, ImportFormat, string, string],
  ),
  ['what is no UTF-8', 'gift', new Uint8Array([0xff, 0xfe, 0x41]), 'UTF-8'],
  ['nothing', 'gift', '', 'no question'],
];

test.for(HOSTILE)('%s in %s is refused at once, in words', async ([, format, text, words], { db }) => {
  const { check, count } = await openBank(db);
  const from = performance.now();
  const refusal = await check(text, format).catch((error: unknown) => error);
  expect(performance.now() - from).toBeLessThan(5000);
  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ code: 'BAD_INPUT', fields: { file: expect.stringContaining(words) } });
  expect(await count()).toBe(0);
});

test('only administrators import', async ({ db }) => {
  const { as, id, services } = await openBank(db);
  const input = { id, format: 'gift' as const, file: new File([GIFT], 'x.gift') };
  expect(await failureOf(importQuestions(services, as('premium'), input))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(checkImport(services, as('visitor'), input))).toBe('SIGN_IN_REQUIRED');
});

test('ids of the file name the questions of the bank, and reasons are said in words of a teacher', async ({
  db,
}) => {
  const { check, services, admin, id, take } = await openBank(db);
  const text = [
    '// [id:two-even]',
    'Two is even {T}',
    '',
    '// [id:Three Odd]',
    'Three is odd {T}',
    '',
    'Pair {=a -> 1}',
    '',
    'Pairs {=a -> 1 =b ->}',
  ].join('\n');
  expect((await check(text)).items.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['kept'],
    ['changed', 'its ID "Three Odd" became "three-odd"'],
    ['dropped', 'it must have at least two pairs'],
    ['dropped', 'pair 2 (the right side) is empty'],
  ]);
  await take(text);
  const { items } = await listQuestions(services, admin, { id, q: '', page: 1 });
  expect(items.map(({ key }) => key).sort()).toEqual(['three-odd', 'two-even']);
});

/** A PNG of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('pictures of a file are named, then kept once with their questions, and found when it comes again', async ({
  db,
}) => {
  const { admin, check, id, services, take } = await openBank(db);
  const picture = (name: string) => `&lt;img src="@@PLUGINFILE@@/${name}" alt="it"&gt;`;
  const question = (words: string, content: string) =>
    `<question type="truefalse"><questiontext format="html"><text>${words} ${picture('a.png')}${picture('b.png')}</text>
    <file name="a.png" path="/" encoding="base64">${content}</file><file name="b.png" path="/" encoding="base64">${PNG}</file></questiontext></question>`;
  const broken = `${PNG.slice(0, 40)}AAAA`;
  const text = xml(question('Good', PNG) + question('Also', PNG) + question('Broken', broken));
  const report = await check(text, 'moodle-xml');
  expect(report.items).toMatchObject([
    { outcome: 'kept', pictures: ['a.png'] },
    { outcome: 'kept', pictures: ['a.png'] },
    { outcome: 'dropped', reasons: [expect.stringMatching(/^its picture "a\.png" can't be used\. /)] },
  ]);
  const media = () =>
    db.kysely.selectFrom('media').select(['id', 'ending']).where('kind', '=', 'content').execute();
  expect(await media()).toEqual([]);
  expect((await take(text, 'moodle-xml')).report).toEqual(report);
  const [stored, ...others] = await media();
  expect(others).toEqual([]);
  const { items } = await listQuestions(services, admin, { id, q: 'Good', page: 1 });
  const address = `/media/${stored?.id}.png`;
  expect(items[0]?.prompt).toBe(`Good ![it](${address})![it](${address})`);
  const again = await check(text, 'moodle-xml');
  expect(again.items.map(({ reasons }) => reasons)).toEqual([
    ["it's already in the bank"],
    ["it's already in the bank"],
    [expect.stringContaining("can't be used")],
  ]);
});

test('a question whose picture is no picture is not taken in, and one with it in the explanation says so', async ({
  db,
}) => {
  const { check } = await openBank(db);
  const picture = '&lt;img src="@@PLUGINFILE@@/a.png"&gt;';
  const file = '<file name="a.png" path="/" encoding="base64">AAAA</file>';
  const question = (text: string, feedback: string) =>
    `<question type="truefalse"><questiontext format="html"><text>${text}</text>${file}</questiontext>
    <generalfeedback format="html"><text>${feedback}</text></generalfeedback></question>`;
  const { items } = await check(
    xml(question(`What is ${picture}?`, '') + question('Two is even', `So ${picture}`)),
    'moodle-xml',
  );
  expect(items.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['dropped', expect.stringContaining('picture')],
    ['changed', 'a picture that is neither in the file nor on the web was removed'],
  ]);
});

function zipOf(files: Readonly<Record<string, Buffer | string>>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream).then((bytes) => new Uint8Array(bytes));
}

test('a GIFT file in a zip brings its pictures', async ({ db }) => {
  const { admin, check, id, services, takeBytes } = await openBank(db);
  const archive = await zipOf({
    'quiz/questions.txt':
      '[html]What is <img src\\="pics/a.png" alt\\="it">? {T}\n\n[html]And <img src\\="no.png">? {T}',
    'quiz/pics/a.png': Buffer.from(PNG, 'base64'),
    '__MACOSX/._questions.txt': 'x',
  });
  expect((await check(archive.slice())).items).toMatchObject([
    { outcome: 'kept', pictures: ['a.png'] },
    { outcome: 'dropped', reasons: [expect.stringContaining('neither in the file nor on the web')] },
  ]);
  await takeBytes(archive);
  const { items } = await listQuestions(services, admin, { id, q: '', page: 1 });
  expect(items.map(({ prompt }) => prompt)).toEqual([
    expect.stringMatching(/^What is !\[it\]\(\/media\/.*\.png\)\?$/),
  ]);
});

test.for([
  ['without a text', { 'a.png': PNG }, 'no GIFT file'],
  ['with several texts', { 'a.txt': 'a {T}', 'b.txt': 'b {T}' }, 'several text files'],
  ['that was made to fill memory', { 'a.txt': Buffer.alloc(30_000_000) }, 'larger than 100 MB'],
  [
    'with too many files',
    Object.fromEntries(Array.from({ length: 3001 }, (_, at) => [`${at}.png`, 'x'])),
    'more than 3000 files',
  ],
] as const)('a zip %s is refused in words', async ([, files, words], { db }) => {
  const { check } = await openBank(db);
  const archive = await zipOf(files);
  const refusal = await check(archive).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'BAD_INPUT', fields: { file: expect.stringContaining(words) } });
});

test('a zip with a path that leads out of it, or that is broken, is refused in words', async ({ db }) => {
  const { check } = await openBank(db);
  const archive = Buffer.from(await zipOf({ 'aa/evil.txt': 'a {T}' })).toString('latin1');
  for (const bad of [archive.replaceAll('aa/evil', '../evil'), archive.slice(0, 40)]) {
    const refusal = await check(new Uint8Array(Buffer.from(bad, 'latin1'))).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      fields: { file: expect.stringContaining("The zip file can't be read") },
    });
  }
});

test('how far a file is read is told, and whoever sent it can stop it', async ({ db }) => {
  const { admin, id, services } = await openBank(db);
  const gift = Array.from(
    { length: 4000 },
    (_, at) => `[html]<p>Is <b>${at}</b> a <i>number</i>?</p> {T}`,
  ).join('\n\n');
  const file = new File([gift], 'many.gift');
  const reading = randomUUID();
  const canceling = new AbortController();
  const checking = checkImport(services, admin, {
    id,
    format: 'gift',
    file,
    reading,
    signal: canceling.signal,
  });
  const outcome = checking.catch((error: unknown) => error);
  const progress = () => getImportProgress(admin, { reading }).progress;
  await expect.poll(() => progress()?.total, { interval: 20, timeout: 20_000 }).toBe(4000);
  expect(progress()?.done).toBeLessThan(4000);
  canceling.abort();
  expect(await outcome).toMatchObject({
    code: 'BAD_INPUT',
    fields: { file: expect.stringContaining('canceled') },
  });
  expect(progress()).toBeNull();
  // The next file finds a thread of its own.
  expect(
    await checkImport(services, admin, { id, format: 'gift', file: new File(['a {T}'], 'a.gift') }),
  ).toMatchObject({ kept: 1 });
});

test('an Aiken file is taken, and what has no answer is told', async ({ db }) => {
  const { check } = await openBank(db);
  const text =
    'Which is *even*?\nA) 1\nB. 2\nANSWER: B\n\nWhich is odd?\nA) 1\nB) 2\n\nAnd now?\nA) a\nANSWER: C';
  expect((await check(text, 'aiken')).items).toMatchObject([
    { line: 1, name: 'Which is even?', outcome: 'kept', points: 1 },
    { line: 6, outcome: 'dropped', reasons: [expect.stringContaining('"ANSWER:"')] },
    { line: 10, outcome: 'dropped', reasons: ['the answer is C, but there is no choice C'] },
  ]);
});

test('a file of 50 MB is read beside the requests', async ({ db }) => {
  const { check } = await openBank(db);
  const picture = `<file name="a.png" path="/" encoding="base64">${'A'.repeat(48_000_000)}</file>`;
  const question = (text: string) =>
    `<question type="truefalse"><questiontext><text>${text}</text>${picture}</questiontext></question>`;
  let longest = 0;
  let before = performance.now();
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 5);
  const report = await check(xml(question('Two is even')), 'moodle-xml');
  clearInterval(ticking);
  expect(report).toMatchObject({ kept: 1, items: [{ name: 'Two is even' }] });
  // What one reads and what holds everybody up: far apart, also on a busy machine.
  expect(longest).toBeLessThan(2000);
});
