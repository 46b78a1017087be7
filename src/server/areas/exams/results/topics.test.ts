import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { bankQuestionForm } from '#contract/questions/bank-form';
import { DEFAULT_SETTINGS, type ExamSettings } from '#domain/exams/exam-settings';
import { MARKED_BY_HAND } from '#domain/exams/kinds/kinds';
import { createBank } from '#server/areas/banks/create-bank';
import { addQuestion } from '#server/areas/banks/questions/add-question';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitAttempt } from '../attempts/submit-attempt.ts';
import { practiceMissed } from './practice-missed.ts';

const question = (id: string, tags: string[], lesson?: string) => ({
  id,
  kind: 'true-false' as const,
  points: 1,
  explanation: 'canaryexplanation',
  answer: true,
  prompt: `Statement ${id}`,
  tags,
  ...(lesson && { lesson }),
});
const OWN = [
  question('j-1', ['joins'], 'joins'),
  question('j-2', ['joins'], 'joins'),
  question('j-3', ['joins'], 'outer'),
  question('n-1', ['null'], 'joins'),
];

interface Given {
  readonly settings?: Partial<ExamSettings>;
  /** How many questions of the bank each attempt draws. */
  readonly draws?: number;
  readonly bankTags?: string[];
}

/** A course with two lessons and an exam with topics, and a bank of statements on joins. */
async function openRoom(db: Db, { bankTags = ['joins'], draws = 0, settings = {} }: Given = {}) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const bank = await createBank(services, as('admin'), { title: 'Practice', description: '' });
  for (let at = 0; at < 12; at += 1) {
    const { tags: _tags, ...bare } = question(`b-${at}`, []);
    const form = bankQuestionForm.parse({ tags: bankTags, question: bare });
    await addQuestion(services, as('admin'), { ...form, id: bank.id });
  }
  const draw = { id: 'draw', bank: bank.slug, tags: [], count: draws, points: null, lesson: 'outer' };
  const exam = {
    intro: '',
    passMark: 90,
    settings: { ...DEFAULT_SETTINGS, wait: 0, practiceBank: bank.slug, ...settings },
    questions: OWN,
    draws: draws > 0 ? [draw] : [],
  };
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('SQL', 'S', 'sql', '/q.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, key, title, kind::section_type, exam::jsonb, place from made, (values
       ('joins', 'Joining tables', 'lesson', null, 1), ('outer', 'Outer joins', 'lesson', null, 2),
       ('final', 'Final', 'exam', $1, 3)) s (key, title, kind, exam, place)
     returning id, course_id`,
    [JSON.stringify(exam)],
  );
  const { course_id: courseId } = rows[0];
  const sectionId = rows[2].id;
  const caller = as('free');
  await enrol(services, caller, { courseId });
  const start = () => startAttempt(services, caller, { sectionId });
  /** An attempt in which these questions, and every drawn one, are answered wrong. */
  const take = async (wrong: readonly string[]) => {
    const { id, questions } = await start();
    for (const [at, { id: asked }] of questions.entries()) {
      const isWrong = wrong.includes(asked) || !OWN.some((own) => own.id === asked);
      const answer = isWrong ? 'false' : 'true';
      await saveAnswer(services, caller, { id, question: asked, answer, seq: at + 1, writer: WRITER });
    }
    const { result } = await submitAttempt(services, caller, { id });
    return { id, result };
  };
  const practice = (id: string, answers = {}) =>
    practiceMissed(services, caller, { id, seed: SEED, answers });
  return { ...verbs, practice, sectionId, start, take };
}
const WRITER = randomUUID();
const SEED = randomUUID();
const SHOWN = { settings: { feedback: 'after-attempt' } } as const;

test('the result says how each topic went, what was wrong and which lessons to read again', async ({
  db,
}) => {
  const { take } = await openRoom(db, SHOWN);
  const { result } = await take(['j-3']);
  expect(result?.topics).toEqual([
    {
      name: 'joins',
      questions: 3,
      level: 'fair',
      percent: 66,
      missed: ['j-3'],
      lessons: [{ key: 'outer', title: 'Outer joins' }],
    },
    { name: 'null', questions: 1, level: 'good', percent: 100, missed: [], lessons: [] },
  ]);
});

test('drawn questions have the topics of their bank and the lesson of their draw', async ({ db }) => {
  const { take } = await openRoom(db, { ...SHOWN, draws: 2, bankTags: ['outer joins'] });
  const { result } = await take([]);
  expect(result?.topics.find(({ name }) => name === 'outer joins')).toMatchObject({
    questions: 2,
    percent: 0,
    lessons: [{ key: 'outer', title: 'Outer joins' }],
  });
});

test('who has still to pass is told levels of larger topics, the same whichever question was wrong', async ({
  db,
}) => {
  const { take } = await openRoom(db);
  const first = (await take(['j-1'])).result;
  expect(first?.review).toBeNull();
  const lessons = [
    { key: 'joins', title: 'Joining tables' },
    { key: 'outer', title: 'Outer joins' },
  ];
  expect(first?.topics).toEqual([
    { name: 'joins', questions: 3, level: 'fair', percent: null, missed: [], lessons },
  ]);
  expect((await take(['j-3'])).result?.topics).toEqual(first?.topics);
});

test.for(['never', 'after-closing'] as const)(
  'an exam that shows answers %s says nothing of topics and offers no practice',
  async (feedback, { db }) => {
    const closesAt = '2030-01-01T00:00:00.000Z';
    const { practice, take } = await openRoom(db, { settings: { feedback, closesAt } });
    const { id, result } = await take(['j-1', 'j-2']);
    expect(result).toMatchObject({ topics: [], practice: false, review: null });
    expect(await failureOf(practice(id))).toBe('NO_PRACTICE');
  },
);

test('what was missed is practiced from the bank, with what is right at once, and counts for nothing', async ({
  db,
}) => {
  const { practice, take } = await openRoom(db);
  const { id, result } = await take(['j-1', 'j-2', 'j-3']);
  expect(result?.practice).toBe(true);
  const round = await practice(id);
  expect(round).toMatchObject({ topics: ['joins'], review: [] });
  expect(round.questions).toHaveLength(10);
  expect(JSON.stringify(round)).not.toContain('canaryexplanation');
  const [first] = round.questions;
  const checked = await practice(id, { [first?.id ?? '']: 'false' });
  expect(checked.questions).toEqual(round.questions);
  expect(checked.review).toEqual([
    {
      id: first?.id,
      points: 0,
      maxPoints: 1,
      key: 'true',
      explanationHtml: '<p>canaryexplanation</p>',
    },
  ]);
  const { rows } = await db.pool.query('select count(*)::int as attempts from exam_attempts');
  expect(rows).toEqual([{ attempts: 1 }]);
});

test('there is no practice without a bank, without a question of the topic, and where nothing was missed', async ({
  db,
}) => {
  const { practice, sectionId, take } = await openRoom(db, { ...SHOWN, bankTags: ['grouping'] });
  const other = await take(['j-1']);
  expect(other.result?.practice).toBe(false);
  expect(await failureOf(practice(other.id))).toBe('NO_PRACTICE');
  await db.pool.query("update bank_questions set tags = '{joins}'");
  expect((await practice(other.id)).questions).toHaveLength(10);
  expect((await take([])).result?.practice).toBe(false);
  await db.pool.query(
    "update course_content set exam = jsonb_set(exam, '{settings,practiceBank}', 'null') where id = $1",
    [sectionId],
  );
  expect(await failureOf(practice(other.id))).toBe('NO_PRACTICE');
});

test.for(MARKED_BY_HAND)(
  'a bank with nothing but %s questions is not offered for practice',
  async (kind, { db }) => {
    const { practice, take } = await openRoom(db, SHOWN);
    await db.pool.query('update bank_questions set kind = $1', [kind]);
    const { id, result } = await take(['j-1']);
    expect(result?.practice).toBe(false);
    expect(await failureOf(practice(id))).toBe('NO_PRACTICE');
  },
);

test('a bank that the exam draws from is not practiced as long as its answers are not shown', async ({
  db,
}) => {
  const { practice, take } = await openRoom(db, { draws: 2 });
  const { id, result } = await take(['j-1', 'j-2', 'j-3']);
  expect(result?.practice).toBe(false);
  expect(await failureOf(practice(id))).toBe('NO_PRACTICE');
});

test('while another attempt draws from the bank, its answers are not practiced', async ({ db }) => {
  const { practice, start, take } = await openRoom(db, { ...SHOWN, draws: 2 });
  const { id, result } = await take(['j-1']);
  expect(result?.practice).toBe(true);
  await start();
  expect(await failureOf(practice(id))).toBe('NO_PRACTICE');
});

test('an attempt under way, and that of somebody else, has no practice', async ({ db }) => {
  const { as, practice, services, start, take } = await openRoom(db, SHOWN);
  const { id } = await take(['j-1']);
  const foreign = practiceMissed(services, as('basic'), { id, seed: SEED, answers: {} });
  expect(await failureOf(foreign)).toBe('ATTEMPT_NOT_FOUND');
  expect(await failureOf(practice((await start()).id))).toBe('NO_PRACTICE');
});
