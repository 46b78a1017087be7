import { sql } from 'kysely';
import { plainText } from '#domain/courses/plain-text';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectNote, selectStudied } from './notes-sql.ts';

interface Input {
  readonly id: string;
  readonly body: string;
  readonly version: number;
}

/**
 * Saves the caller's own note of a section. What somebody writes for themselves is in no audit log. Fails with
 * NOT_ENROLLED, and with VERSION_CONFLICT and the present note when another page saved meanwhile.
 */
export async function saveNote(
  { clock, db }: Services,
  caller: Caller,
  { body, id, version }: Input,
): Promise<{ version: number }> {
  const { userId } = signedIn(caller);
  return db.transaction(async (trx) => {
    const courseId = await selectStudied(trx, { sectionId: id, userId });
    if (!courseId) throw new Failure('NOT_ENROLLED');
    const saved = await sql<{ version: number }>`
      insert into section_notes as n (user_id, section_id, course_id, body, version, updated_at)
      values (${userId}, ${id}, ${courseId}, ${plainText(body)}, 1, ${clock.now()})
      on conflict (user_id, section_id) do update
        set body = excluded.body, version = n.version + 1, updated_at = excluded.updated_at
        where n.version = ${version} or n.body = excluded.body or (n.body = '' and ${version} = 0)
      returning version`.execute(trx);
    if (saved.rows[0]) return saved.rows[0];
    throw new Failure('VERSION_CONFLICT', {
      data: { current: await selectNote(trx, { sectionId: id, userId }) },
    });
  });
}
