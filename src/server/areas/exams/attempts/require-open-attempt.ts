import { sql } from 'kysely';
import { z } from 'zod';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

/** Refuses who has no open attempt of this id that asks for a file, at the price of one row. Fails with ATTEMPT_NOT_FOUND and ATTEMPT_CLOSED. */
export async function requireOpenAttempt(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<void> {
  const { userId } = signedIn(caller);
  if (!z.uuid().safeParse(id).success) throw new Failure('ATTEMPT_NOT_FOUND');
  const { rows } = await sql<{ is_open: boolean }>`
    select submitted_at is null and (deadline_at is null or deadline_at >= ${clock.now()}) as is_open
    from exam_attempts a where id = ${id} and user_id = ${userId} and exists (select from exam_versions v
      where v.id = a.version_id and v.exam @> '{"questions": [{"kind": "file"}]}')`.execute(db.kysely);
  const [attempt] = rows;
  if (!attempt) throw new Failure('ATTEMPT_NOT_FOUND');
  if (!attempt.is_open) throw new Failure('ATTEMPT_CLOSED');
}
