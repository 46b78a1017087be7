import { sql } from 'kysely';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectStudied } from './notes/notes-sql.ts';

/**
 * Sets or lifts the caller's own bookmark of a section; twice is once. What people mark for themselves is in no audit
 * log, what an administrator marks for them is. Fails with NOT_ENROLLED.
 */
export async function saveBookmark(
  { clock, db }: Services,
  caller: Caller,
  { bookmarked, id }: { id: string; bookmarked: boolean },
): Promise<{ bookmarked: boolean }> {
  const { support, userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const courseId = await selectStudied(trx, { sectionId: id, userId });
    if (!courseId) throw new Failure('NOT_ENROLLED');
    const at = bookmarked ? clock.now() : null;
    await sql`
      insert into section_notes as n (user_id, section_id, course_id, version, bookmarked_at, updated_at)
      values (${userId}, ${id}, ${courseId}, 0, ${at}, ${clock.now()})
      on conflict (user_id, section_id) do update set bookmarked_at = ${at}`.execute(trx);
    if (support)
      await recordAudit(trx, caller, {
        action: 'bookmark.save',
        entity: 'section',
        entityId: id,
        after: { bookmarked },
      });
    return { bookmarked };
  });
}
