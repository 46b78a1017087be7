import type { Transaction } from 'kysely';
import { canAdminister } from '#domain/access/can-administer';
import { examPath } from '#domain/courses/paths';
import { isSame } from '#domain/exams/same-question';
import { storedExam } from '#server/areas/courses/catalogue/stored-exam';
import { authorise } from '#server/authorise';
import { announce } from '#server/db/announce';
import { recordAudit } from '#server/db/audit';
import { holdTurn } from '#server/db/hold-turn';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type Owned, type PassRule, settleResult } from '../attempts/settle-result.ts';
import { requeueCode } from '../code/requeue-code.ts';
import { selectExamNow } from '../grades/grades-sql.ts';
import { type ExamPlace, selectExamPlace } from '../marking/marking-sql.ts';
import { findVersion, keepVersion } from '../paper/keep-version.ts';
import { renderExam } from '../paper/render-exam.ts';
import { type Change, changeOf, planRegrade, type RegradePlan } from './plan-regrade.ts';
import { lockEndedAttempts, selectGroups, updateGrades, updateOpenVersions } from './regrade-sql.ts';
import type { Regraded } from './regraded-batches.ts';

interface Open {
  readonly id: string;
  readonly gradedVersionId: string | null;
}

/**
 * Grades the attempts at an exam by its present key, as it was previewed, and keeps for each by which version it was
 * graded. Every change has its audit row, and its learner is notified. Who passes now has passed; a section that was done and a
 * certificate that was issued stay. Fails with SECTION_NOT_FOUND, and with REGRADE_OUTDATED when the exam or what becomes
 * of its attempts changed since the preview.
 */
export async function updateResults(
  { clock, db }: Services,
  caller: Caller,
  { fingerprint, sectionId }: { sectionId: string; fingerprint: string },
): Promise<{ changed: number; regraded: number }> {
  authorise(canAdminister(caller.viewer));
  const now = clock.now();
  // The texts of the exam are rendered before anything is held; what is left are such with numbers and of banks.
  const present = storedExam((await selectExamNow(db.kysely, sectionId))?.exam);
  const html = present ? await renderExam(present) : {};
  const { open, plan } = await db.transaction(async (trx) => {
    // Within: after a deadlock this is done again, and the versions of the first run are gone (decision 36).
    const underWay: Open[] = [];
    const settled: Settled[] = [];
    await holdTurn(trx, `regrade ${sectionId}`);
    // All of them before the first enrolment: whoever ends or marks an attempt goes the same way.
    const held = await lockEndedAttempts(trx, sectionId);
    const groupsOf = () => selectGroups(trx, sectionId, held);
    const place = await selectExamPlace(trx, sectionId);
    const each = async (batch: readonly Regraded[]) => {
      const corrected = batch.filter(({ plan: { corrected: questions } }) => questions.length > 0);
      const versions = await keepVersions(trx, { html, corrected });
      for (const { row } of corrected)
        if (!row.is_ended) underWay.push({ id: row.id, gradedVersionId: versions.get(row.id) ?? null });
      settled.push(...(await applyBatch(trx, caller, { corrected, now, place, versions })));
    };
    const done = await planRegrade(trx, sectionId, { each, groupsOf, held });
    // What was written up to here goes with the failure.
    if (done.fingerprint !== fingerprint) throw new Failure('REGRADE_OUTDATED');
    // What several attempts come to together is known once all of them are regraded.
    for (const each of settled) await settleResult(trx, caller, { ...each, now });
    if (place && done.regraded + done.open > 0) await recordRegrade(trx, caller, { plan: done, place });
    return { open: underWay, plan: done };
  });
  // On its own: while it holds an attempt under way, that candidate cannot save.
  if (open.length > 0) await db.transaction((trx) => updateOpenVersions(trx, open));
  return { changed: plan.changes.length, regraded: plan.regraded };
}

/** Keeps the versions by which these attempts are graded now; none for those that are graded as they were asked. */
async function keepVersions(
  trx: Transaction<DB>,
  { html, corrected }: { html: Readonly<Record<string, string>>; corrected: readonly Regraded[] },
): Promise<Map<string, string | null>> {
  // Texts with numbers of their own are new in every attempt: they are rendered together.
  const distinct = new Map(corrected.map((each) => [each.plan, each.html]));
  const questions = [...distinct.keys()].flatMap(({ exam }) => exam.questions);
  const rendered = await renderExam({ questions }, Object.assign({}, html, ...distinct.values()));
  const byPlan = new Map<Regraded['plan'], string | null>();
  const versions = new Map<string, string | null>();
  for (const { asked, plan, row } of corrected) {
    const known = byPlan.get(plan);
    const id =
      known === undefined && !isSame(plan.exam, asked)
        ? await keepVersion(trx, await findVersion(trx, row.section_id, plan.exam, rendered))
        : (known ?? null);
    byPlan.set(plan, id);
    versions.set(row.id, id);
  }
  return versions;
}

/** A result that changed, and what follows from it. */
interface Settled {
  readonly attempt: Owned;
  readonly exam: PassRule;
  readonly passed: boolean;
}

interface Batch {
  readonly corrected: readonly Regraded[];
  readonly now: Date;
  readonly place: ExamPlace | undefined;
  readonly versions: ReadonlyMap<string, string | null>;
}

async function applyBatch(trx: Transaction<DB>, caller: Caller, batch: Batch): Promise<Settled[]> {
  const { corrected, now, place, versions } = batch;
  await updateGrades(
    trx,
    corrected.flatMap(({ result, row: { id } }) =>
      result ? [{ id, gradedVersionId: versions.get(id) ?? null, result }] : [],
    ),
  );
  for (const { plan, row } of corrected)
    if (row.is_ended)
      await requeueCode(trx, {
        attempt: row,
        exam: plan.exam,
        questions: plan.corrected.map(({ id }) => id),
        now,
      });
  const settled: Settled[] = [];
  for (const each of corrected) {
    const change = changeOf(each);
    if (!change) continue;
    settled.push(settledBy(each, change));
    await recordAudit(trx, caller, {
      action: 'exam.regrade',
      entity: 'exam_attempt',
      entityId: change.attemptId,
      before: change.before,
      after: change.after,
    });
    const { after, before } = change;
    // Points that move no figure are no news.
    const isSeen = before.percent !== after.percent || before.passed !== after.passed;
    if (place && isSeen) await report(trx, { change, now, place, userId: each.row.user_id });
  }
  return settled;
}

/** No more than is needed, since all of them are kept until the last batch. */
function settledBy(
  { plan, row: { course_id, section_id, user_id } }: Regraded,
  { after: { passed } }: Change,
): Settled {
  const { passMark, settings } = plan.exam;
  return { attempt: { course_id, section_id, user_id }, exam: { passMark, settings }, passed };
}

async function report(
  trx: Transaction<DB>,
  {
    change: { after, attemptId, before },
    now,
    place,
    userId,
  }: { change: Change; now: Date; place: ExamPlace; userId: string },
): Promise<void> {
  await announce(trx, {
    kind: 'exam-regraded',
    // Regraded there and back, an attempt comes to the same change once more.
    eventKey: `exam-regraded:${attemptId}:${now.toISOString()}`,
    to: { userId },
    link: examPath(place),
    props: {
      title: place.exam_title,
      course: place.course_title,
      before: String(before.percent),
      after: String(after.percent),
    },
  });
}

/** What was regraded as a whole. */
async function recordRegrade(
  trx: Transaction<DB>,
  caller: Caller,
  { place, plan }: { plan: RegradePlan; place: ExamPlace },
): Promise<void> {
  const { changes, corrected, open, regraded, unfit } = plan;
  await recordAudit(trx, caller, {
    action: 'exam.regrade',
    entity: 'course',
    entityId: place.course_id,
    after: {
      exam: place.key,
      regraded,
      open,
      changed: changes.length,
      corrected: corrected.map(({ prompt }) => prompt),
      unfit: unfit.map(({ prompt }) => prompt),
    },
  });
}
