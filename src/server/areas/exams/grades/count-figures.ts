import type { ExamFigures } from '#contract/exams/grades';
import { answerSeconds } from '#domain/exams/attempts/answer-seconds';
import { kindOf, type Question } from '#domain/exams/kinds/kinds';
import { itemStatistics, median } from '#domain/exams/results/item-statistics';
import { rounded } from '#domain/exams/results/rounded';
import { wholePercent } from '#domain/exams/results/whole-percent';
import type { Reader } from '#server/db/client';
import { selectTimesOf } from '../attempts/given-sql.ts';
import { loadVersions } from '../paper/load-version.ts';
import { realAnswersOf } from '../paper/real-answers-of.ts';
import { chosenOptions, namesIn } from './chosen-options.ts';
import { type FinishedRow, selectFinished } from './grades-sql.ts';

/** Attempts that the figures are made of at most, the newest ones. */
const MAX = 2000;
/** Decimals of a share from 0 to 1. */
const SHARE = 4;

/** Counts how an exam and each of its questions did, by the first finished attempt of each learner. */
export async function countFigures(db: Reader, sectionId: string): Promise<ExamFigures> {
  const rows = await selectFinished(db, { sectionId, onlyFirst: true, limit: MAX });
  const versions = await loadVersions(
    db,
    rows.map(({ version_id }) => version_id),
  );
  const taken = rows.flatMap(({ id, version_id }) => {
    const exam = versions.get(version_id)?.exam;
    return exam ? [{ id, exam }] : [];
  });
  // As the newest attempt was asked.
  const questions = new Map(
    taken.toReversed().flatMap(({ exam }) => exam.questions.map((one) => [one.id, one])),
  );
  const given = await realAnswersOf(db, taken);
  const { byAttempt, unclear } = chosenOptions({ given, questions, taken });
  const figures = itemStatistics(
    rows.map(({ id, result }) => ({
      items: result.questions.map((one) => ({
        ...one,
        part: one.maxPoints === 0 ? 0 : one.points / one.maxPoints,
      })),
      chosen: byAttempt.get(id) ?? new Map(),
    })),
  );
  const times = await selectTimesOf(
    db,
    rows.map(({ id }) => id),
  );
  const seconds = secondsByQuestion(rows, times);
  const mean = rows.reduce((sum, { result }) => sum + result.percent, 0) / rows.length;
  return {
    attempts: rows.length,
    meanPercent: rows.length === 0 ? null : wholePercent(mean),
    passRate:
      rows.length === 0 ? null : rounded(rows.filter(({ passed }) => passed).length / rows.length, SHARE),
    medianSeconds: wholeSeconds(
      median(
        rows.map(({ started_at, submitted_at }) => (submitted_at.getTime() - started_at.getTime()) / 1000),
      ),
    ),
    questions: figures.flatMap(({ asked, chosen, discrimination, facility, id }) => {
      const question = questions.get(id);
      if (!question) return [];
      const { kind, prompt } = question;
      const medianSeconds = wholeSeconds(median(seconds.get(id) ?? []));
      return [
        {
          id,
          kind,
          prompt,
          asked,
          facility: rounded(facility, SHARE),
          discrimination: discrimination && rounded(discrimination, SHARE),
          medianSeconds,
          choices: unclear.has(id) ? [] : choicesOf(question, chosen),
        },
      ];
    }),
  };
}

function wholeSeconds(seconds: number | null): number | null {
  return seconds === null ? null : rounded(seconds, 0);
}

/** What was offered, with how often it was chosen; nothing for a question where one does not choose. */
function choicesOf(question: Question, chosen: ReadonlyMap<string, number>) {
  if (!['single', 'multiple', 'true-false'].includes(question.kind)) return [];
  const key = kindOf(question).toKey(question);
  const options = 'options' in question ? question.options : [];
  const right = new Set(namesIn(key));
  return kindOf(question)
    .toPaper(question, '')
    .choices.map(({ id, text }) => {
      const option = options.find((each) => each.text === text);
      const correct = option?.correct ?? right.has(id);
      return { text, correct, count: chosen.get(id) ?? 0, fraction: option?.fraction ?? null };
    });
}

/** How long each question took, in seconds: from the answer before it to the first answer to it. */
function secondsByQuestion(
  rows: readonly FinishedRow[],
  times: Awaited<ReturnType<typeof selectTimesOf>>,
): Map<string, number[]> {
  const took = rows.flatMap(({ id, started_at }) =>
    answerSeconds(
      started_at,
      (times.get(id) ?? []).map(({ first_at, question }) => ({ question, firstAt: first_at })),
    ),
  );
  return new Map(
    [...Map.groupBy(took, ({ question }) => question)].map(([question, each]) => [
      question,
      each.map(({ seconds }) => seconds),
    ]),
  );
}
