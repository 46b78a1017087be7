import fc from 'fast-check';
import { expect, test } from 'vitest';
import { questionForm } from '#contract/questions/question-form';
import { kindOf, type Question } from '#domain/exams/kinds/kinds';
import { gradeExam } from '#domain/exams/results/grade-exam';
import { bankFileOf, readBankFile } from '../bank-file.ts';
import { readMoodleXml } from './read-moodle-xml.ts';

/** What the report says although no answer earns anything else. */
const KEPT = new Set([
  'answers with * became patterns',
  'the file gives it no points: it is worth 1 point here',
]);

interface Answered {
  /** As the file says it. */
  readonly source: string;
  readonly weight: number;
  /** What somebody writes, or the text of what they choose. */
  readonly given: string;
  /** What part of the gap Moodle gives for that. */
  readonly part: number;
}

const share = fc.constantFrom(100, 50, 33.33333, 12.5, 0, -25, -100);
const weight = fc.integer({ min: 0, max: 4 });
const marked = (percent: number, text: string) =>
  percent === 100 ? `=${text}` : percent === 0 ? text : `%${percent}%${text}`;
const partOf = (percent: number | undefined) => (percent ?? 0) / 100;

const written: fc.Arbitrary<Answered> = fc
  .record({
    type: fc.constantFrom('SHORTANSWER', 'SA', 'MW', 'SHORTANSWER_C', 'SAC', 'MWC'),
    forms: fc.array(fc.tuple(share, fc.constantFrom('ab', 'AB', 'Abc', 'b', 'a*', '*c', 'A*c', '*')), {
      maxLength: 5,
    }),
    right: fc.tuple(fc.constantFrom('ab', 'B', 'abc', 'a*C'), fc.nat(5)),
    weight,
    given: fc.constantFrom('', 'ab', 'AB', 'aB', 'abc', 'ABC', 'b', 'B', 'xc', 'a', 'nothing'),
  })
  .map(({ forms, given, right: [text, at], type, weight: worth }) => {
    // Whatever is written cannot be right as a whole, nor a form of which another one comes first.
    const others = forms
      .filter(([, form]) => form.toLowerCase() !== text.toLowerCase())
      .map(([percent, form]) => [form === '*' && percent === 100 ? 50 : percent, form] as const);
    const all = [...others.slice(0, at), [100, text] as const, ...others.slice(at)];
    const flags = type.endsWith('C') ? 's' : 'is';
    const first = all.find(([, form]) => new RegExp(`^${form.replaceAll('*', '.*')}$`, flags).test(given));
    return {
      source: `{${worth}:${type}:${all.map(([percent, form]) => marked(percent, form)).join('~')}}`,
      weight: worth,
      given,
      part: given === '' ? 0 : partOf(first?.[0]),
    };
  });

const quarter = (most: number) => fc.integer({ min: -most, max: most }).map((value) => value / 4);
const numeric: fc.Arbitrary<Answered> = fc
  .record({
    type: fc.constantFrom('NUMERICAL', 'NM'),
    forms: fc.array(fc.tuple(share, quarter(12), fc.nat(8)), { maxLength: 5 }),
    right: fc.tuple(quarter(12), fc.nat(8), fc.nat(5)),
    weight,
    given: fc.option(quarter(20), { nil: null }),
  })
  .map(({ forms, given, right: [answer, tolerance, at], type, weight: worth }) => {
    const all = [...forms.slice(0, at), [100, answer, tolerance] as const, ...forms.slice(at)];
    const first = all.find(
      ([, value, off]) => given !== null && given >= value - off / 4 && given <= value + off / 4,
    );
    const texts = all.map(([percent, value, off]) =>
      marked(percent, off === 0 ? `${value}` : `${value}:${off / 4}`),
    );
    return {
      source: `{${worth}:${type}:${texts.join('~')}}`,
      weight: worth,
      given: given === null ? 'none' : String(given),
      part: partOf(first?.[0]),
    };
  });

const chosen: fc.Arbitrary<Answered> = fc
  .record({
    type: fc.constantFrom('MULTICHOICE', 'MC', 'MCV', 'MULTICHOICE_H', 'MCHS', 'MULTICHOICE_S'),
    shares: fc
      .array(share, { minLength: 2, maxLength: 6 })
      .filter((all) => all.some((percent) => percent > 0)),
    weight,
    pick: fc.nat(6),
  })
  .map(({ pick, shares, type, weight: worth }) => ({
    source: `{${worth}:${type}:${shares.map((percent, at) => marked(percent, `o${at}`)).join('~')}}`,
    weight: worth,
    given: `o${pick}`,
    part: partOf(shares[pick]),
  }));

const gaps = fc.array(fc.oneof(written, numeric, chosen), { minLength: 1, maxLength: 6 });

function read(source: string) {
  const [found] = readMoodleXml(
    `<quiz><question type="cloze"><questiontext><text><![CDATA[${source}]]></text></questiontext></question></quiz>`,
  );
  expect(found?.dropped).toBeNull();
  return { ...found, question: questionForm.parse({ ...found?.question, id: 'q' }) };
}

/** Whoever chooses sends the name of the choice. */
function answersTo(question: Question, all: readonly Answered[]): Record<string, string> {
  const { places } = kindOf(question).toPaper(question, 'seed');
  return Object.fromEntries(
    all.map(({ given }, at) => {
      const choices = places[at]?.choices ?? [];
      const id = choices.find(({ text }) => text === given)?.id;
      return [String(at + 1), choices.length > 0 ? (id ?? '') : given];
    }),
  );
}

test('a cloze of Moodle earns what Moodle gives, whatever its gaps accept and whatever is answered', () => {
  fc.assert(
    fc.property(gaps, (all) => {
      const { changes, question } = read(all.map(({ source }) => source).join(' and '));
      expect(changes?.filter((line) => !KEPT.has(line))).toEqual([]);
      const answers = new Map([['q', answersTo(question, all)]]);
      const { maxPoints, points } = gradeExam({ passMark: 50, questions: [question] }, answers);
      let [wanted, most] = [0, 0];
      for (const gap of all) {
        wanted += gap.weight * gap.part;
        most += gap.weight;
      }
      // A question worth nothing is worth one point here, and each of its gaps the same part.
      if (most === 0) {
        wanted = all.reduce((sum, { part }) => sum + part, 0) / all.length;
        most = 1;
      }
      expect(maxPoints).toBe(most);
      expect(points).toBeCloseTo(wanted, 6);
    }),
    { numRuns: 500 },
  );
});

test('gaps with answers of their own are in the file of the bank, and come back as they were', () => {
  fc.assert(
    fc.property(gaps, (all) => {
      const { question } = read(all.map(({ source }) => source).join(' and '));
      const file = bankFileOf({ title: 'Gaps', description: '', questions: [{ tags: [], question }] });
      expect(readBankFile(file).questions[0]?.question).toEqual(question);
    }),
  );
  const { question } = read('{1:SAC:=Ab~%50%a*} {1:SA:=c}');
  const file = bankFileOf({ title: 'Gaps', description: '', questions: [{ tags: [], question }] });
  expect(file).toContain('case_sensitive: true');
  expect(file).not.toContain('caseSensitive');
});
