import type { WrittenLab } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import { isSame } from '#domain/merge-versions';
import { completeAgain } from '#server/areas/courses/editing/complete-again';
import { insertLabSpec, retireLabSpec } from '#server/areas/courses/labs/lab-spec-sql';
import { proveLab } from '#server/areas/courses/labs/prove-lab';
import { lockCourse } from '#server/areas/courses/sql';
import { keepBefore } from '#server/areas/courses/versions/keep-before';
import { keepVersion } from '#server/areas/courses/versions/keep-version';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { openSource, toWritten } from './open-source.ts';
import { requireDraft } from './read-draft.ts';

interface Input {
  readonly id: string;
  readonly source: LabFiles;
  /** Of the lab that is replaced. */
  readonly version: number;
}

/**
 * Publishes a lab as the next version of its section; one that is as it was stays the version that it is. Its course changes with it, so that a later import finds that it
 * was edited here. Fails with LAB_NOT_FOUND, with VERSION_CONFLICT when somebody else published meanwhile, and with
 * LAB_FAULTY when it can't be read or, where code may run, doesn't pass its own proof.
 */
export async function saveSource(
  services: Services,
  caller: Caller,
  { id, source, version }: Input,
): Promise<WrittenLab> {
  const { clock, config, db, judge } = services;
  const seen = await openSource(db.kysely, caller, id);
  refuseOlder(seen.version, version, () => toWritten(seen, services));
  const lab = requireDraft(source);
  const faults = judge ? await proveLab(judge, lab) : [];
  if (faults.length > 0) throw new Failure('LAB_FAULTY', { data: { faults } });
  const { reopened, saved } = await db.transaction(async (trx) => {
    await lockCourse(trx, seen.course_id);
    const before = await openSource(trx, caller, id);
    refuseOlder(before.version, version, () => toWritten(before, services));
    if (before.source !== null && isSame(before.source, lab.source))
      return { reopened: [], saved: toWritten(before, services) };
    const { course_id: courseId, key } = before;
    const now = clock.now();
    await keepBefore(trx, courseId);
    const reopened = await insertLabSpec(trx, { courseId, key, lab, labs: config.labs, now });
    await keepVersion(trx, caller, { id: courseId, now });
    const after = await openSource(trx, caller, id);
    await recordAudit(trx, caller, {
      action: 'lab.publish',
      entity: 'section',
      entityId: id,
      before: { version: before.version, files: Object.keys(before.source ?? {}) },
      after: { version: after.version, runner: lab.spec.runner, files: Object.keys(lab.source) },
    });
    await touchContent(trx);
    return { reopened, saved: toWritten(after, services) };
  });
  await completeAgain(db, seen.course_id, { now: clock.now(), reopened, without: [] });
  return saved;
}

/** Makes a lab a text again; what was passed stays passed. Fails with LAB_NOT_FOUND. */
export async function retireSource(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<WrittenLab> {
  const { clock, db } = services;
  const seen = await openSource(db.kysely, caller, id);
  return db.transaction(async (trx) => {
    await lockCourse(trx, seen.course_id);
    const before = await openSource(trx, caller, id);
    if (before.source === null) return toWritten(before, services);
    const { course_id: courseId, key } = before;
    await keepBefore(trx, courseId);
    await retireLabSpec(trx, { courseId, key });
    await keepVersion(trx, caller, { id: courseId, now: clock.now() });
    await recordAudit(trx, caller, {
      action: 'lab.retire',
      entity: 'section',
      entityId: id,
      before: { version: before.version, files: Object.keys(before.source) },
    });
    await touchContent(trx);
    return toWritten({ ...before, source: null }, services);
  });
}

function refuseOlder(present: number, based: number, current: () => WrittenLab): void {
  if (present !== based) throw new Failure('VERSION_CONFLICT', { data: { current: current() } });
}
