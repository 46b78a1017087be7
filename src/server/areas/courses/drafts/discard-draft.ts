import type { EditCourse } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadWritten } from '../editing/load-edit-course.ts';
import { lockWritten } from '../sql.ts';
import { auditedDraft } from './audited-draft.ts';
import { deleteDraft, selectDraft } from './draft-sql.ts';
import { refuseChangedDraft } from './refuse-changed-draft.ts';

/**
 * Gives up what waits to be published in a course or post, and answers the live text. Fails with COURSE_NOT_FOUND, and with
 * VERSION_CONFLICT and the draft as it is now where somebody else saved it meanwhile.
 */
export async function discardDraft(
  { db }: Services,
  caller: Caller,
  { draft, id }: { id: string; draft: number },
): Promise<EditCourse> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const kind = await lockWritten(trx, id);
    const live = kind && (await loadWritten(trx, id));
    if (!live) throw new Failure('COURSE_NOT_FOUND');
    const stored = await selectDraft(trx, id);
    if (!stored) return live;
    refuseChangedDraft(stored, draft);
    await deleteDraft(trx, id);
    await recordAudit(trx, caller, {
      action: `${kind}.discard-draft`,
      entity: kind,
      entityId: id,
      before: auditedDraft(stored),
    });
    return live;
  });
}
