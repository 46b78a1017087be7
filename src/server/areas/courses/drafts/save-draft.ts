import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { CourseDraft, Drafted, EditCourse } from '#contract/courses/courses';
import type { DraftForm } from '#contract/courses/drafts';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadWritten } from '../editing/load-edit-course.ts';
import { refuseClosedCover } from '../editing/refuse-closed-cover.ts';
import { wantedOf } from '../editing/wanted-of.ts';
import { lockWritten } from '../sql.ts';
import { selectVersion } from '../versions/version-sql.ts';
import { auditedDraft } from './audited-draft.ts';
import { selectDraft, upsertDraft } from './draft-sql.ts';
import { refuseChangedDraft } from './refuse-changed-draft.ts';
import { toDraft } from './to-draft.ts';

type Input = DraftForm & { readonly id: string; readonly basedOn: number; readonly draft: number | null };

/**
 * Keeps the form of a course or post beside its live text, which stays as it is. Fails with COURSE_NOT_FOUND,
 * SECTION_NOT_FOUND, with REVISION_NOT_FOUND where the version that it begins with is not kept any more, and with
 * VERSION_CONFLICT and the draft as it is now where somebody else saved it meanwhile.
 */
export async function saveDraft(
  { clock, db }: Services,
  caller: Caller,
  { basedOn, draft, id, ...form }: Input,
): Promise<CourseDraft> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const kind = await lockWritten(trx, id);
    const live = kind && (await loadWritten(trx, id));
    if (!live) throw new Failure('COURSE_NOT_FOUND');
    const before = await selectDraft(trx, id);
    refuseChangedDraft(before, draft);
    const base = before?.base ?? (await versionOf(trx, live, basedOn));
    if (form.thumbnail !== base.thumbnail) await refuseClosedCover(trx, form.thumbnail, live.thumbnail);
    await wantedOf(trx, id, form.content);
    const kept = {
      based_on: before?.based_on ?? basedOn,
      base,
      content: draftedOf(form, base),
    };
    await upsertDraft(trx, {
      ...kept,
      courseId: id,
      savedBy: auditActor(caller).actor_id,
      now: clock.now(),
    });
    const saved = await selectDraft(trx, id);
    if (!saved) throw new Failure('COURSE_NOT_FOUND');
    await recordAudit(trx, caller, {
      action: `${kind}.save-draft`,
      entity: kind,
      entityId: id,
      ...(before && { before: auditedDraft(before) }),
      after: auditedDraft(kept),
    });
    return toDraft(saved);
  });
}

/** The version that a draft begins with; who its authors are is no part of an earlier one. */
async function versionOf(trx: Transaction<DB>, live: EditCourse, version: number): Promise<EditCourse> {
  if (live.version === version) return live;
  const kept = await selectVersion(trx, { courseId: live.id, version });
  if (!kept) throw new Failure('REVISION_NOT_FOUND');
  return { ...kept, authors: live.authors };
}

/** What the form leaves out stays as it was. */
function draftedOf(form: DraftForm, base: EditCourse): Drafted {
  const sections = new Map(base.content.map((section) => [section.id, section]));
  return {
    ...form,
    authors: form.authors ?? base.authors,
    ...(base.meta && { meta: form.meta ?? base.meta }),
    content: form.content.map(({ exam, id, rowKey, ...section }) => {
      const before = sections.get(id ?? '');
      return {
        ...section,
        ...(id !== undefined && { id }),
        ...(before && { key: before.key }),
        exam: exam === undefined ? (before?.exam ?? null) : exam,
        rowKey: id ?? rowKey ?? randomUUID(),
      };
    }),
  };
}
