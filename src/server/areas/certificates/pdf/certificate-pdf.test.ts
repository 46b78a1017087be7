import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream, rgb } from 'pdf-lib';
import { expect } from 'vitest';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { inVisualOrder, levelsOf } from './bidi.ts';
import { drawCertificatePdf, type PdfSheet } from './draw-certificate-pdf.ts';
import { makeCertificatePdf } from './make-certificate-pdf.ts';
import { PdfText } from './pdf-text.ts';

const NAMES = {
  latin: 'Łukasz Őry-Müller Nguyễn',
  cyrillic: 'Софья Ковалевская',
  greek: 'Υπατία η Αλεξανδρινή',
  arabic: 'محمد بن موسى الخوارزمي',
  hebrew: 'עמנואל נתר',
  japanese: '関 孝和 たかかず',
  chinese: '华罗庚',
  'traditional Chinese': '陳省身 臺灣',
  korean: '이상설',
  thai: 'สมชาย กิตติ์ธัญญ์ ปิ่นเกล้า',
  lao: 'ສົມພອນ ວົງສະຫວັນ ຄຳ',
  khmer: 'សុខ ស្រីមុំ ហ្វ៊ុន',
  burmese: 'အောင်ဆန်း မြင့်ကြည် ဦးသန့်',
  devanagari: 'श्रीनिवास रामानुजन् क्षत्रिय',
  bengali: 'সত্যেন্দ্রনাথ বসু ক্ষিতি',
  gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  gujarati: 'વિક્રમ સારાભાઈ શ્રેયા',
  odia: 'ପ୍ରଫୁଲ୍ଲ ମିଶ୍ର',
  tamil: 'சந்திரசேகர் ஸ்ரீ லட்சுமி',
  telugu: 'శ్రీనివాస్ కృష్ణమూర్తి',
  kannada: 'ವಿಶ್ವೇಶ್ವರಯ್ಯ ಶ್ರೀ',
  malayalam: 'ശ്രീനാരായണൻ കൃഷ്ണൻ',
  sinhala: 'ශ්‍රී ක්‍රිෂ්ණ විජේසිංහ',
  tibetan: 'བསྟན་འཛིན་རྒྱ་མཚོ།',
  georgian: 'შოთა რუსთაველი',
  armenian: 'Վիկտոր Համբարձումյան',
  ethiopic: 'ጌታቸው በቀለ',
  thaana: 'މުހައްމަދު އިބްރާހިމް',
  syriac: 'ܐܦܪܝܡ ܣܘܪܝܝܐ',
  "n'ko": 'ߛߟߏߡߊߣߊ ߞߊ߲ߕߍ',
  adlam: '𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪',
  tifinagh: 'ⵎⴰⵙⵙⵉⵏⵉⵙⵙⴰ',
  cherokee: 'ᏍᏏᏉᏯ',
  inuktitut: 'ᓄᓇᕗᑦ ᐱᑕ',
  'ol chiki': 'ᱨᱚᱜᱷᱩᱱᱟᱛᱷ',
  meetei: 'ꯃꯩꯇꯩ ꯂꯣꯟ',
  javanese: 'ꦱꦸꦫꦏꦂꦠ',
  emoji: 'Ada 🎓 Love💚lace',
  'letters in a strange dress': '𝓐𝓭𝓪 Ｌｏｖｅ ﬁn',
  'scripts beside each other': 'ردينا (Dina) 123 रीना סיון',
};

const sheet = (name: string, paper: PdfSheet['paper'] = 'a4'): PdfSheet => ({
  paper,
  accent: '#24468f',
  issuedAt: '2026-11-21T00:00:00Z',
  words: {
    language: 'en',
    school: 'Lectern',
    kind: 'Certificate of completion',
    opening: 'This certifies that',
    name,
    verb: 'has completed the course',
    title: 'Distributed Systems',
    course: null,
    shownTitle: 'Requirements met',
    shown: [['Final', ': 93 % of the points']],
    more: ['and 1 more'],
    facts: [['Issued', 'November 21, 2026']],
    check: 'Verify at',
    address: 'https://school.test/certificates/x',
    incomplete: 'Incomplete',
  },
});

/** What was written, and the numbers of the glyphs that stand on the page. */
async function written(name: string) {
  const document = await PDFDocument.create();
  const text = new PdfText(document);
  const page = document.addPage();
  text.draw(page, name, { x: 0, y: 0 }, { size: 40, weight: 600, color: rgb(0, 0, 0) });
  text.finish();
  const content = page.node.Contents();
  const streams =
    content instanceof PDFArray ? content.asArray().map((ref) => document.context.lookup(ref)) : [content];
  const operators = streams.map((stream) => String(stream)).join('\n');
  const glyphs = [...operators.matchAll(/<([0-9a-f]+)> Tj/g)].flatMap(
    ([, hex = '']) => hex.match(/.{4}/g) ?? [],
  );
  return { text, glyphs, operators };
}

test.for(Object.entries(NAMES))(
  '%s names are set in glyphs of an embedded font, none of them a box',
  async ([_script, name]) => {
    const { glyphs, text } = await written(name);
    expect(text.isIncomplete).toBe(false);
    expect(glyphs.length).toBeGreaterThanOrEqual(3);
    expect(glyphs).not.toContain('0000');
    expect(text.width(name, { size: 40, weight: 600 })).toBeGreaterThan(20);
  },
);

/** How many glyphs a word becomes that its script joins, stacks or takes apart. */
test.for([
  ['क्षि', 2, 'the conjunct is one glyph, and the vowel stands before it'],
  ['ശ്ര', 2, 'the second consonant stands before the first'],
  ['لا', 1, 'the letters are joined'],
  ['สิ', 2, 'the vowel stands above'],
  ['ස්‍රී', 2, 'the joiner is not seen'],
  ['👩🏽', 1, 'the colour of the skin belongs to the sign'],
] as const)('%s: %i glyphs, because %s', async ([word, count]) => {
  expect((await written(word)).glyphs).toHaveLength(count);
});

test('words that are read from right to left stand in their order among others', async () => {
  const levels = (text: string) => levelsOf(text);
  const order = (text: string) => {
    const all = levels(text);
    const runs = [...text].map((sign, at) => ({ sign, level: all[at] ?? 0 }));
    return inVisualOrder(runs)
      .map(({ sign }) => sign)
      .join('');
  };
  expect(order('abc אבג 12 def')).toBe('abc 12 גבא def');
  expect(order('אבג abc 12 דה')).toBe('הד abc 12 גבא');
  expect(order('Ada')).toBe('Ada');
});

test('a script without a font is set as question marks, and it is said', async () => {
  const { text } = await written('𐎠𐎡𐎢');
  expect(text.isIncomplete).toBe(true);
});

test('what is set says in the document what it was, so that it is found, copied and read aloud', async () => {
  const { operators } = await written('สมชาย');
  expect(operators).toContain('/ActualText <feff0e2a0e21');
});

test('a name of signs that nobody sees, or of half a sign, is drawn all the same', async () => {
  for (const name of [
    '\u200b\u200d',
    '\ud800',
    'e\u0301\u0302'.repeat(40),
    '👩‍👩‍👧‍👦'.repeat(30),
    '\u202eabc',
  ])
    await expect(drawCertificatePdf(sheet(name))).resolves.toBeInstanceOf(Uint8Array);
});

test('long words are broken into lines that fit, and nothing is lost', async () => {
  const text = new PdfText(await PDFDocument.create());
  const look = { size: 40, weight: 600 } as const;
  for (const words of ['Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(), '関孝和'.repeat(12)]) {
    const lines = text.wrap(words, 500, look);
    for (const line of lines) expect(text.width(line, look)).toBeLessThanOrEqual(500);
    expect(lines.join('').replaceAll(' ', '')).toBe(words.replaceAll(' ', ''));
  }
});

/** Every line of a certificate, as it is read aloud. */
async function linesOf(words: Partial<PdfSheet['words']>): Promise<string[]> {
  const base = sheet('Ada');
  const bytes = await drawCertificatePdf({ ...base, words: { ...base.words, ...words } });
  const read = await PDFDocument.load(bytes);
  const streams = read.context.enumerateIndirectObjects().flatMap(([, each]) => {
    const isContent = each instanceof PDFRawStream && !each.dict.toString().includes('/Length1');
    return isContent ? [Buffer.from(decodePDFRawStream(each).decode()).toString('latin1')] : [];
  });
  return [...streams.join('\n').matchAll(/ActualText <feff([0-9a-f]+)>/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').swap16().toString('utf16le'),
  );
}

test('what has no room on the paper is shortened, never its result, and what is left out is counted', async () => {
  const long =
    'An exam about a rather long and winding subject of distributed systems and all that follows from it in practice';
  const shown = Array.from(
    { length: 9 },
    (_, at) => [`${at + 1} ${long}`, ': 93.3 % of the points'] as const,
  );
  const more = shown.map((_, at) => `and ${at + 1} more`);
  const lines = await linesOf({ shown, more, course: `of the course ${long} ${long}`, school: long });
  const results = lines.filter((line) => line.endsWith('…: 93.3 % of the points'));
  expect(results.map((line) => line.slice(0, 9))).toEqual([
    '1 An exam',
    '2 An exam',
    '3 An exam',
    '4 An exam',
  ]);
  expect(lines).toContain('and 5 more');
  expect(lines.filter((line) => line.endsWith('…'))).toEqual([
    expect.stringMatching(/^An exam about/),
    expect.stringMatching(/^of the course/),
  ]);
});

test('both papers lie on the long side, on one page, small enough for a mail', async () => {
  for (const [paper, width, height] of [
    ['a4', 841.89, 595.28],
    ['letter', 792, 612],
  ] as const) {
    const bytes = await drawCertificatePdf(sheet(NAMES.japanese, paper));
    const read = await PDFDocument.load(bytes);
    expect(read.getPages().map((page) => page.getSize())).toEqual([{ width, height }]);
    expect(read.getTitle()).toContain(NAMES.japanese);
    expect(bytes.length).toBeLessThan(500_000);
  }
});

test('certificates are drawn one after the other in a thread of their own, and a crowd is sent away', async () => {
  const asked = Array.from({ length: 14 }, (_, index) => makeCertificatePdf(sheet(`Ada ${index}`)));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({ reason: { code: 'RATE_LIMITED' } });
}, 60_000);

test('one that many download is drawn once, and one that was refused is drawn when it is asked for again', async () => {
  const first = await makeCertificatePdf(sheet('Grace'));
  const many = Array.from({ length: 50 }, () => makeCertificatePdf(sheet('Grace')));
  for (const bytes of await Promise.all(many)) expect(bytes).toBe(first);
  expect(await makeCertificatePdf(sheet('Grace', 'letter'))).not.toBe(first);
  // It is among those that the crowd before it had no room for.
  expect((await makeCertificatePdf(sheet('Ada 13'))).length).toBeGreaterThan(1000);
  for (let other = 0; other < 8; other += 1) await makeCertificatePdf(sheet(`Other ${other}`));
  expect(await makeCertificatePdf(sheet('Grace'))).not.toBe(first);
}, 60_000);

test('everybody downloads a certificate that counts, nobody one that was revoked', async ({ db }) => {
  const school = await openSchool(db);
  const { rows } = await db.pool.query(
    `insert into certificates (kind, holder_name, title, course_title, proof, achieved_at, issued_at)
     values ('exam', 'Ada', 'Final "exam"', 'Queues', '{"sections":null,"exams":[{"title":"Final","percent":87.5}]}', now(), now())
     returning id`,
  );
  const path = `/api/certificates/${rows[0].id}/pdf?paper=letter`;
  const response = await school.ask('visitor', 'GET', path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="certificate-final-exam.pdf"',
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await db.pool.query("update certificates set revoked_at = now(), revoked_reason = 'A mistake'");
  expect((await (await school.ask('visitor', 'GET', path)).json()).code).toBe('CERTIFICATE_CLOSED');
});
