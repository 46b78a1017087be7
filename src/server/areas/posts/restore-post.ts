import { canAdminister } from '#domain/access/can-administer';
import { returnCourse } from '#server/areas/courses/trash/return-course';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';

/** Takes a post out of the trash, with its comments. Fails with POST_NOT_FOUND. */
export async function restorePost(
  { clock, db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ id: string; slug: string }> {
  authorise(canAdminister(caller.viewer));
  return db.transaction(async (trx) => {
    const restored = await returnCourse(trx, caller, { id, kind: 'post', now: clock.now() });
    if (!restored) throw new Failure('POST_NOT_FOUND');
    return restored;
  });
}
