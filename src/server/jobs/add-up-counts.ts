import { addChanges, deleteEmptyCounts } from '#server/db/counts/counts-sql';
import type { Services } from '#server/services';

const AT_ONCE = 10_000;

/** Adds the changes of what is counted to the counts, so that few are added up by whoever reads them. A chore of the school. */
export async function addUpCounts({ db }: Services, signal?: AbortSignal): Promise<void> {
  let changes = AT_ONCE;
  while (changes === AT_ONCE && !signal?.aborted) changes = await addChanges(db.kysely, AT_ONCE);
  await deleteEmptyCounts(db.kysely);
}
