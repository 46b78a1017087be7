import { randomBytes } from 'node:crypto';
import type { PreviewLink } from '#contract/courses/publishing';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { auditActor, recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { hashOfPreview } from './hash-of-preview.ts';
import { lockStanding, selectLinks } from './publishing-sql.ts';
import { toPreviewLink } from './to-preview-link.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Makes a link that lets people without an account read a course or post. The secret stands behind the # of its address: a
 * browser sends that to no server, and names it to no page that is visited from there.
 */
export async function createPreviewLink(
  { clock, config, db }: Services,
  caller: Caller,
  { days, id }: { id: string; days: number },
): Promise<{ link: PreviewLink; address: string }> {
  authorise(canAdminister(caller.viewer));
  const token = randomBytes(24).toString('base64url');
  const now = clock.now();
  const link = await db.transaction(async (trx) => {
    const course = await lockStanding(trx, id);
    if (!course) throw new Failure('COURSE_NOT_FOUND');
    await trx
      .deleteFrom('preview_links')
      .where('course_id', '=', id)
      .where('expires_at', '<=', now)
      .execute();
    const made = await trx
      .insertInto('preview_links')
      .values({
        course_id: id,
        token_hash: hashOfPreview(token),
        created_by: auditActor(caller).actor_id,
        created_at: now,
        expires_at: new Date(now.getTime() + days * DAY_MS),
      })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow();
    await recordAudit(trx, caller, {
      action: `${course.kind}.create-preview-link`,
      entity: course.kind,
      entityId: id,
      after: { link: made.id, expiresAt: made.expires_at.toISOString() },
    });
    return (await selectLinks(trx, id, now)).find((each) => each.id === made.id);
  });
  if (!link) throw new Failure('COURSE_NOT_FOUND');
  return { link: toPreviewLink(link), address: `${config.publicUrl}/preview#${token}` };
}
