import { z } from 'zod';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { asksForFile } from './file-sql.ts';

/** Refuses who has no open attempt of this id that asks for a file, at the price of one row. Fails with ATTEMPT_NOT_FOUND and ATTEMPT_CLOSED. */
export async function requireOpenAttempt(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  caller: Caller,
  { id }: { id: string },
): Promise<void> {
  const { userId } = signedIn(caller);
  if (!z.uuid().safeParse(id).success) throw new Failure('ATTEMPT_NOT_FOUND');
  const isOpen = await asksForFile(db.kysely, { id, userId, now: clock.now() });
  if (isOpen === null) throw new Failure('ATTEMPT_NOT_FOUND');
  if (!isOpen) throw new Failure('ATTEMPT_CLOSED');
}
