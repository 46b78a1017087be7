import { PDFDocument } from 'pdf-lib';
import { expect } from 'vitest';
import { openSchool } from '#tests/attack/school';
import { test } from '#tests/kit/database';
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
  korean: '이상설',
};

const sheet = (name: string, paper: PdfSheet['paper'] = 'a4'): PdfSheet => ({
  paper,
  accent: '#24468f',
  issuedAt: '2026-11-21T00:00:00Z',
  words: {
    ...{ school: 'Lectern', kind: 'Certificate of completion', opening: 'This certifies that', name },
    ...{ verb: 'has completed the course', title: 'Distributed Systems', course: null },
    ...{ shownTitle: 'What was shown', shown: ['Final: 93 % of the points'] },
    facts: [['Issued', 'November 21, 2026']],
    ...{ check: 'Check it at', address: 'https://school.test/certificates/x', incomplete: 'Incomplete' },
  },
});

test.for(Object.entries(NAMES))('%s letters are in an embedded font', async ([_script, name]) => {
  const text = new PdfText(await PDFDocument.create());
  expect(await text.width(name, { size: 40, weight: 600 })).toBeGreaterThan(20);
  expect(text.isIncomplete).toBe(false);
});

test('a script without a font is set as question marks, and it is said', async () => {
  const text = new PdfText(await PDFDocument.create());
  await text.width('สมชาย', { size: 40, weight: 600 });
  expect(text.isIncomplete).toBe(true);
});

test('long words are broken into lines that fit, and nothing is lost', async () => {
  const text = new PdfText(await PDFDocument.create());
  const look = { size: 40, weight: 600 } as const;
  for (const words of ['Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(), '関孝和'.repeat(12)]) {
    const lines = await text.wrap(words, 500, look);
    for (const line of lines) expect(await text.width(line, look)).toBeLessThanOrEqual(500);
    expect(lines.join('').replaceAll(' ', '')).toBe(words.replaceAll(' ', ''));
  }
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
  const asked = Array.from({ length: 14 }, () => makeCertificatePdf(sheet('Ada')));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({ reason: { code: 'RATE_LIMITED' } });
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
