import { expect, test } from 'vitest';
import { readGift } from './gift/read-gift.ts';
import { newReading } from './imported.ts';
import { readMoodleXml } from './moodle/read-moodle-xml.ts';
import { hashesIn, PICTURE_FAULTS, Pictures, withStored } from './pictures.ts';
import { readCsv } from './read-csv.ts';

/** A PNG of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DATA = `data:image/png;base64,${PNG}`;

const xml = (text: string, files = '', more = '') =>
  `<quiz><question type="truefalse"><questiontext format="html"><text><![CDATA[${text}]]></text>${files}</questiontext>${more}</question></quiz>`;
const file = (name: string, content = PNG, path = '/') =>
  `<file name="${name}" path="${path}" encoding="base64">${content}</file>`;
function moodle(text: string) {
  const pictures = new Pictures();
  const [found] = readMoodleXml(pictures.holdData(text), newReading(pictures));
  return { found, shown: pictures.in(JSON.stringify(found?.question)) };
}

test.for([
  ['beside its text', xml('What is <img src="@@PLUGINFILE@@/a.png" alt="it">?', file('a.png')), 'a.png'],
  [
    'with signs in its name',
    xml('<img src="@@PLUGINFILE@@/a%20%26%20b.png?time=1">', file('a &amp; b.png')),
    'a & b.png',
  ],
  ['in a folder', xml('<img src="@@PLUGINFILE@@/in/a.png">', file('a.png', PNG, '/in/')), 'a.png'],
  ['in the text', xml(`What is <img src="${DATA}">?`), 'embedded.png'],
  [
    'of a version before 2',
    xml('What is it?', '', `<image>a.gif</image><image_base64>${PNG}</image_base64>`),
    'a.gif',
  ],
] as const)('a picture %s of Moodle XML is found', ([, text, name]) => {
  const { found, shown } = moodle(text);
  expect(found).toMatchObject({ changes: [], dropped: null });
  expect(shown).toMatchObject([{ name }]);
  expect(Buffer.from(shown[0]?.bytes ?? []).toString('base64')).toBe(PNG);
  expect(found?.question?.prompt).toContain(`](new-picture:${shown[0]?.hash})`);
});

test.for([
  ['is not there', xml('<img src="@@PLUGINFILE@@/b.png">', file('a.png')), 'missing'],
  ['is no picture', xml('<img src="@@PLUGINFILE@@/a.png">', file('a.png', 'SGVsbG8=')), 'unreadable'],
  ['is of a refused type', xml('<img src="data:image/tiff;base64,SUkqAA==">'), 'unreadable'],
  ['is too large', xml('<img src="@@PLUGINFILE@@/a.png">', file('a.png', 'A'.repeat(15_000_000))), 'large'],
  ['of an old version is nowhere', xml('What?', '', '<image>a.gif</image>'), 'missing'],
] as const)('a question whose picture %s is dropped, and it is said why', ([, text, fault]) => {
  const { found } = moodle(text);
  expect(found).toMatchObject({ question: null, dropped: PICTURE_FAULTS[fault][1]() });
});

test('the same picture twice is one, and only what is shown is decoded', () => {
  const two = xml(
    '<img src="@@PLUGINFILE@@/a.png"><img src="@@PLUGINFILE@@/b.png">',
    file('a.png') + file('b.png') + file('never shown.png', 'not base64'),
  );
  expect(moodle(two).shown).toHaveLength(1);
});

test('GIFT and tables take pictures that are written into them', () => {
  for (const [read, text] of [
    [readGift, `[html]What is <img src\\="${DATA.replaceAll('=', '\\=').replace(':', '\\:')}">? {T}`],
    [readGift, `[markdown]What is ![it](${DATA})? {T}`],
    [readCsv, `kind,prompt,correct\ntrue-false,"What is ![it](${DATA})?",true`],
    [readCsv, `kind,prompt,correct\ntrue-false,"What is <img src='${DATA}'>?",true`],
  ] as const) {
    const pictures = new Pictures();
    const [found] = read(pictures.holdData(text), newReading(pictures));
    expect(found).toMatchObject({ changes: [], dropped: null });
    expect(found?.question?.prompt).toMatch(/^What is !\[(?:it)?\]\(new-picture:[0-9a-f]{64}\)\?$/);
  }
});

test('pictures beside a GIFT file are found by their names', () => {
  const bytes = Buffer.from(PNG, 'base64');
  for (const [src, path] of [
    ['a.png', 'in/a.png'],
    ['@@PLUGINFILE@@/pics/a%20b.png', 'in/pics/a b.png'],
    ['@@PLUGINFILE@@/a.png', 'media/a.png'],
  ] as const) {
    const pictures = new Pictures(new Map([[path, bytes]]), 'in');
    const [found] = readGift(`[html]What is <img src\\="${src}">? {T}`, newReading(pictures));
    expect(found).toMatchObject({ dropped: null, question: { kind: 'true-false' } });
  }
});

test('a picture of a table that is nowhere is told', () => {
  const [found] = readCsv('kind,prompt,correct\ntrue-false,What is ![it](a.png)?,true');
  expect(found).toMatchObject({ question: null, dropped: PICTURE_FAULTS.missing[1]() });
});

test('what is no picture in the text stands as it was, and stored ones get their addresses', () => {
  const pictures = new Pictures();
  const held = pictures.holdData(`Write \`${DATA}\``);
  expect(held).not.toContain(PNG);
  expect(pictures.restoredIn({ prompt: held })).toEqual({ prompt: `Write \`${DATA}\`` });
  const hash = 'a'.repeat(64);
  expect(hashesIn(`![a](new-picture:${hash}) ![b](new-picture:${hash})`)).toEqual([hash]);
  expect(withStored(`![a](new-picture:${hash})`, new Map([[hash, '/media/1.png']]))).toBe(
    '![a](/media/1.png)',
  );
});
