import { createHash } from 'node:crypto';
import type { Regrading } from '#contract/exams/grades';
import type { Exam } from '#domain/courses/exam';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import { selectExamNow } from '../grades/grades-sql.ts';
import type { AttemptGroup } from './regrade-sql.ts';
import { type PlannedGroup, plannedGroups, type Regraded, regradedBatches } from './regraded-batches.ts';

export type Change = Regrading['changes'][number];

/** What grading the attempts at an exam by its present key would change, without the attempts themselves. */
export interface RegradePlan extends Omit<Regrading, 'mended' | 'changed' | 'changes' | 'gained' | 'lost'> {
  readonly changes: readonly Change[];
}

/**
 * Grades the attempts at an exam that its present key grades otherwise, and hands them over, some hundred at a time; answers
 * what that comes to. The fingerprint names the corrected questions and every change. Fails with SECTION_NOT_FOUND.
 */
export async function planRegrade(
  db: Reader,
  sectionId: string,
  {
    each,
    groupsOf,
    held,
  }: {
    groupsOf: (db: Reader, sectionId: string) => Promise<readonly AttemptGroup[]>;
    each?: (batch: readonly Regraded[]) => Promise<void>;
    held?: ReadonlySet<string>;
  },
): Promise<RegradePlan> {
  const present = storedExam((await selectExamNow(db, sectionId))?.exam);
  if (!present) throw new Failure('SECTION_NOT_FOUND');
  const [corrected, unfit] = [new Map<string, Count>(), new Map<string, Unfit>()];
  const counts = { attempts: 0, open: 0, regraded: 0, rechecks: false };
  const pairs: AttemptGroup[] = [];
  const add = ({ group, plan }: PlannedGroup) => {
    const { attempts, is_ended: isEnded, waiting } = group;
    if (isEnded && !waiting) counts.attempts += attempts;
    if (plan.corrected.length > 0) {
      counts[isEnded ? 'regraded' : 'open'] += attempts;
      pairs.push(group);
    }
    if (isEnded && plan.corrected.some(({ id }) => asksForCode(plan.exam, id))) counts.rechecks = true;
    for (const { id, prompt, version } of plan.corrected)
      count(corrected, `${id} ${version}`, { id, prompt, attempts });
    for (const { id, prompt, reason } of plan.unfit)
      count(unfit, `${id} ${reason}`, { id, prompt, reason, attempts });
  };
  for await (const planned of plannedGroups(db, await groupsOf(db, sectionId), { present }))
    for (const one of planned) add(one);
  const changes: Change[] = [];
  for await (const batch of regradedBatches(db, pairs, { held, present, sectionId })) {
    changes.push(...batch.flatMap(({ result, row }) => changeOf({ row, result }) ?? []));
    await each?.(batch);
  }
  const looked = [present.questions, present.draws, [...corrected.keys()].sort(), changes];
  const fingerprint = createHash('sha256').update(JSON.stringify(looked)).digest('hex');
  return { fingerprint, ...counts, changes, corrected: [...corrected.values()], unfit: [...unfit.values()] };
}

function asksForCode({ questions }: Pick<Exam, 'questions'>, id: string): boolean {
  return questions.some((question) => question.id === id && question.kind === 'code');
}

/** What becomes of a result; null while there is none, and where percent and verdict stay. */
export function changeOf({ result, row }: Pick<Regraded, 'result' | 'row'>): Change | null {
  const { id, name, number, passed, result: old, waiting } = row;
  if (!result || !old || waiting || passed === null) return null;
  if (result.percent === old.percent && result.passed === passed) return null;
  return {
    attemptId: id,
    name,
    number,
    before: { percent: wholePercent(old.percent), passed },
    after: { percent: wholePercent(result.percent), passed: result.passed },
  };
}

type Unfit = Regrading['unfit'][number];
type Count = Regrading['corrected'][number];

function count<Named extends Count>(all: Map<string, Named>, name: string, what: Named) {
  all.set(name, { ...what, attempts: (all.get(name)?.attempts ?? 0) + what.attempts });
}
