import type { Exam } from '#domain/courses/exam';
import type { Drawn } from '#domain/exams/draw';
import { type RegradedExam, regradeExam } from '#domain/exams/regrade-exam';
import { type ExamResult, gradeExam } from '#domain/exams/results/grade-exam';
import { type LoadedBanked, loadBanked, originName } from '#server/areas/banks/drawing/load-banked';
import type { Reader } from '#server/db/client';
import { selectMarksOf } from '../attempts/given-sql.ts';
import { type ExamVersion, loadVersions } from '../paper/load-version.ts';
import { realAnswersOf } from '../paper/real-answers-of.ts';
import {
  type AttemptGroup,
  type GradedRow,
  selectAttemptIds,
  selectGraded,
  type VersionPair,
} from './regrade-sql.ts';

const AT_ONCE = 500;

export interface Regraded {
  readonly row: GradedRow;
  readonly plan: RegradedExam;
  /** As it was asked. */
  readonly asked: Exam;
  /** What is rendered already of what was asked. */
  readonly html: Readonly<Record<string, string>>;
  /** What it comes to now; null where nothing is corrected, and for an attempt that is under way. */
  readonly result: ExamResult | null;
}

/** Attempts that are graded alike, and what grading them by the present exam would make of them. */
export interface PlannedGroup {
  readonly group: AttemptGroup;
  readonly plan: RegradedExam;
}

interface Wanted {
  readonly present: Pick<Exam, 'questions' | 'draws'>;
  readonly sectionId: string;
  /** The ended attempts that the transaction holds; left out where nothing is written. */
  readonly held?: ReadonlySet<string> | undefined;
}

/** What is corrected for each of these groups: it reads versions of the exam, and no attempt. */
export async function* plannedGroups(
  db: Reader,
  groups: readonly AttemptGroup[],
  { present }: Pick<Wanted, 'present'>,
): AsyncGenerator<PlannedGroup[]> {
  const banks = new Map<string, LoadedBanked | undefined>();
  for (let at = 0; at < groups.length; at += AT_ONCE) {
    const some = groups.slice(at, at + AT_ONCE);
    const planOf = await planner(db, some, { banks, present });
    yield some.flatMap((group) => {
      const planned = planOf(group);
      return planned ? [{ group, plan: planned.plan }] : [];
    });
  }
}

/** The attempts of these groups with what grading them by the present exam would make of each, some hundred at a time. */
export async function* regradedBatches(
  db: Reader,
  pairs: readonly VersionPair[],
  { held, present, sectionId }: Wanted,
): AsyncGenerator<Regraded[]> {
  if (pairs.length === 0) return;
  const attempts = await selectAttemptIds(db, sectionId, pairs);
  const banks = new Map<string, LoadedBanked | undefined>();
  for (let at = 0; at < attempts.length; at += AT_ONCE) {
    const found = await selectGraded(db, attempts.slice(at, at + AT_ONCE));
    // One that ended since keeps its result, which could be published while this is read; to hold it after the first
    // enrolment could deadlock with whoever ends it.
    const rows = held ? found.map((row) => ({ ...row, is_ended: held.has(row.id) })) : found;
    const planOf = await planner(db, rows, { banks, present });
    yield await gradedOf(
      db,
      rows.flatMap((row) => {
        const plan = planOf(row);
        return plan ? [{ row, ...plan }] : [];
      }),
    );
  }
}

/** Reads what these pairs of versions need to be planned. */
async function planner(
  db: Reader,
  pairs: readonly VersionPair[],
  { banks, present }: Pick<Wanted, 'present'> & { banks: Map<string, LoadedBanked | undefined> },
) {
  const ids = pairs.flatMap((pair) => [pair.version_id, pair.graded_version_id ?? pair.version_id]);
  const versions = await loadVersions(db, ids);
  await readBanked(db, { banks, versions });
  return cachedPlans(versions, present, banks);
}

type Versions = ReadonlyMap<string, ExamVersion>;

/** Reads the drawn questions of these versions as their banks hold them now, each once. */
async function readBanked(
  db: Reader,
  { banks, versions }: { banks: Map<string, LoadedBanked | undefined>; versions: Versions },
): Promise<void> {
  const wanted = new Map<string, Drawn>();
  for (const { exam } of versions.values())
    for (const each of exam.drawn ?? []) {
      const name = originName(each);
      if (name !== null && !banks.has(name)) wanted.set(name, each);
    }
  const found = await loadBanked(db, [...wanted.values()]);
  for (const name of wanted.keys()) banks.set(name, found.get(name));
}

type Planned = Pick<Regraded, 'asked' | 'html' | 'plan'>;

/** What is corrected for an attempt: the same for all that were asked and graded by the same versions. */
function cachedPlans(
  versions: Versions,
  present: Pick<Exam, 'questions' | 'draws'>,
  banks: ReadonlyMap<string, LoadedBanked | undefined>,
) {
  const bankedOf = (origin: Drawn, { createdAt }: ExamVersion) => {
    const found = banks.get(originName(origin) ?? '');
    // A key may have been given to another question since.
    const isIt = origin.questionId !== undefined || (found && found.createdAt <= createdAt);
    return isIt ? found : undefined;
  };
  const known = new Map<string, Planned>();
  return ({ graded_version_id: gradedId, version_id: askedId }: VersionPair): Planned | null => {
    const name = `${askedId} ${gradedId}`;
    const asked = versions.get(askedId);
    const graded = gradedId === null ? asked : versions.get(gradedId);
    if (!asked || !graded) return null;
    const plan = known.get(name) ?? {
      asked: asked.exam,
      html: { ...asked.html, ...graded.html },
      plan: regradeExam(
        { asked: asked.exam, graded: graded.exam },
        { ...present, banked: (origin) => bankedOf(origin, asked) },
      ),
    };
    known.set(name, plan);
    return plan;
  };
}

async function gradedOf(db: Reader, planned: readonly Omit<Regraded, 'result'>[]): Promise<Regraded[]> {
  const corrected = planned.filter(({ plan, row }) => row.is_ended && plan.corrected.length > 0);
  const ids = corrected.map(({ row }) => row.id);
  const answers = await realAnswersOf(
    db,
    corrected.map(({ asked, row }) => ({ id: row.id, exam: asked })),
  );
  const marks = await selectMarksOf(db, ids);
  const results = new Map(
    corrected.map(({ plan, row: { id } }) => {
      const given = (marks.get(id) ?? []).flatMap(({ part, question }) =>
        part === null ? [] : [[question, part] as const],
      );
      return [id, gradeExam(plan.exam, answers.get(id) ?? new Map(), new Map(given))];
    }),
  );
  return planned.map((each) => ({ ...each, result: results.get(each.row.id) ?? null }));
}
