import type { MarkedAnswer, Unjudged } from '#contract/exams/marking';
import { canAdminister } from '#domain/access/can-administer';
import { byPlace } from '#domain/exams/kinds/choice-id';
import { answeredFiles } from '#domain/exams/kinds/code/code';
import { countWords } from '#domain/exams/kinds/essay/count-words';
import type { Answer } from '#domain/exams/kinds/kind';
import type { Question } from '#domain/exams/kinds/kinds';
import { attemptCode, shownFileName } from '#domain/exams/marking/blind';
import { rubricOf } from '#domain/exams/marking/rubric-of';
import { shownPoints } from '#domain/exams/results/rounded';
import { authorise } from '#server/authorise';
import type { Db } from '#server/db/client';
import { Failure } from '#server/failure';
import { renderMarkdown } from '#server/markdown/render-markdown';
import type { Caller, Services } from '#server/services';
import { selectCodeRuns } from '../code/code-sql.ts';
import { countLate } from '../late/late-sql.ts';
import { realAnswers } from '../paper/real-answers.ts';
import { selectAttempt, selectUserName } from '../sql.ts';
import { isLastMark, selectExamPlace, selectFiles, selectMark, selectWaiting } from './marking-sql.ts';

interface Named {
  readonly attemptId: string;
  readonly question: string;
}

/** An answer that people mark, with what it is marked by. Fails with ATTEMPT_NOT_FOUND. */
export async function getMarkedAnswer(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  { attemptId, question: id }: Named,
): Promise<MarkedAnswer> {
  authorise(canAdminister(caller.viewer));
  const attempt = await selectAttempt(db.kysely, attemptId);
  const mark = await selectMark(db.kysely, { attemptId, question: id });
  const question = attempt?.exam.questions.find((each) => each.id === id);
  const rubric = question ? rubricOf(question) : null;
  if (!attempt || !mark || !question || !rubric) throw new Failure('ATTEMPT_NOT_FOUND');
  const { exam } = attempt;
  const place = await selectExamPlace(db.kysely, attempt.section_id);
  const answer = (await realAnswers(db.kysely, attemptId, exam)).get(id) ?? '';
  const { blind } = exam.settings;
  const { explanation, points } = question;
  // What was corrected since counts; what is shown is what was asked.
  const asked = attempt.asked.questions.find((each) => each.id === id) ?? question;
  const text = question.kind === 'essay' && typeof answer === 'string' ? answer : null;
  return {
    attemptId,
    question: id,
    points,
    exam: place?.exam_title ?? '',
    course: place?.course_title ?? '',
    candidate: blind ? null : await selectUserName(db.kysely, attempt.user_id),
    code: attemptCode(attemptId),
    promptHtml: attempt.html[asked.prompt] ?? '',
    explanationHtml: attempt.html[explanation] ?? '',
    rubric: rubric.map((each) => ({ text: each.text, levels: [...each.levels] })),
    text,
    textHtml: text === null ? null : ((await renderMarkdown([text]))[0] ?? ''),
    words:
      question.kind === 'essay'
        ? { count: countWords(text ?? ''), min: question.minWords, max: question.maxWords }
        : null,
    file: question.kind === 'file' ? await fileOf(db, attemptId, { answer, blind }) : null,
    program: await programOf(db, attemptId, { question, answer, byRun: mark.by_run }),
    version: mark.version,
    given: mark.part === null ? null : shownPoints(mark.part, points),
    levels: mark.levels && [...mark.levels],
    comment: mark.comment,
    marker: mark.marker,
    final: !attempt.waiting,
    last: attempt.waiting && (await isLastMark(db.kysely, { attemptId, question: id })),
    late: await countLate(db.kysely, attemptId),
    next: await nextOf(db, { attemptId, question: id }, attempt.section_id),
  };
}

async function fileOf(
  db: Db,
  attemptId: string,
  { answer, blind }: { answer: Answer; blind: boolean },
): Promise<MarkedAnswer['file']> {
  const named = byPlace(answer).file;
  const file = (await selectFiles(db.kysely, attemptId)).find(({ id }) => id === named);
  return file ? { id: file.id, name: shownFileName(file.name, blind), bytes: file.bytes } : null;
}

async function programOf(
  db: Db,
  attemptId: string,
  { answer, byRun, question }: { question: Question; answer: Answer; byRun: boolean },
): Promise<MarkedAnswer['program']> {
  if (question.kind !== 'code') return null;
  const run = (await selectCodeRuns(db.kysely, attemptId)).get(question.id);
  return {
    files: answeredFiles(question, answer),
    state: run?.state ?? null,
    verdict: run?.verdict ?? null,
    reason: (run?.reason ?? null) as Unjudged | null,
    counts: byRun,
  };
}

/** What to mark next: the same question of somebody else, then whatever waits longest. */
async function nextOf(db: Db, { attemptId, question }: Named, sectionId: string): Promise<Named | null> {
  const isOther = (row: { attempt_id: string; question: string }) =>
    row.attempt_id !== attemptId || row.question !== question;
  const here = (await selectWaiting(db.kysely, { sectionId, limit: 200 })).filter(isOther);
  const all = here.length > 0 ? here : await selectWaiting(db.kysely, { sectionId: null, limit: 2 });
  const next = here.find((row) => row.question === question) ?? all.filter(isOther)[0];
  return next ? { attemptId: next.attempt_id, question: next.question } : null;
}
