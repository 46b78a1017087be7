import { sql, type Transaction } from 'kysely';
import { MAX_EXPORT_ATTEMPTS } from '#domain/exports/limits';
import { MAX_RENDITION_ATTEMPTS } from '#domain/media/rendition-states';
import type { Reader } from '#server/db/client';
import { notify } from '#server/db/notify';
import { isAbsent, namesProcess, PROCESS_NUMBER, processOf } from '#server/db/presence';
import type { DB } from '#server/db/types';

/** A chore is asked for again so often in a row whose process was gone; then it waits until it is due: it may be what kills. */
const MOST_ASKED_AGAIN = 2;

const process = processOf(sql`holder`);
const isHeld = sql<boolean>`leased_until > now() and ${namesProcess(sql`holder`)}`;

/** The numbers of other processes that do chores, write exports, or make sizes of videos, and are not there. */
export async function selectAbsentHolders(db: Reader): Promise<number[]> {
  const { rows } = await sql<{ process: number }>`
    with held as (
      select ${process} as process from chore_runs where ${isHeld}
      union select ${process} from exports where state = 'writing' and ${isHeld}
      union select ${process} from video_jobs where state = 'making' and ${isHeld})
    select process from held where process <> ${PROCESS_NUMBER}::int and ${isAbsent(sql`process`)}`.execute(
    db,
  );
  return rows.map((row) => row.process);
}

/**
 * Has another process begin an export or a video again, which may be what kills: at once after the first attempt, some minutes
 * after a later one. After the last one, whoever looks next has it fail.
 */
function freeTried(most: number) {
  const isLater = sql<boolean>`attempts > 1 and attempts < ${most}::int`;
  return sql`state = case when ${isLater} then 'waiting' else state end, holder = case when ${isLater} then null else holder end,
    leased_until = case when ${isLater} then now() + attempts * interval '1 minute' end`;
}

/**
 * Frees what these processes had in hand and has others look for it; answers how much that was. Exports and videos count as
 * tried; a chore as failed, until it is done.
 */
export async function releaseTurnsOf(trx: Transaction<DB>, processes: readonly number[]): Promise<number> {
  const isGone = sql<boolean>`${isHeld} and ${process} = any(${[...processes]}::int[]) and ${isAbsent(process)}`;
  const chores = await sql`
    update chore_runs set leased_until = now(), failures = failures + 1, last_error = 'the process that did it was gone',
      asked_at = case when failures < ${MOST_ASKED_AGAIN}::int then now() else asked_at end
    where ${isGone}`.execute(trx);
  const exports = await sql`
    update exports set ${freeTried(MAX_EXPORT_ATTEMPTS)} where state = 'writing' and ${isGone}`.execute(trx);
  const videos = await sql`
    update video_jobs set ${freeTried(MAX_RENDITION_ATTEMPTS)} where state = 'making' and ${isGone}`.execute(
    trx,
  );
  const counts = { chores, export: exports, video: videos } as const;
  let freed = 0;
  for (const channel of ['chores', 'export', 'video'] as const) {
    const count = Number(counts[channel].numAffectedRows ?? 0);
    if (count > 0) await notify(trx, channel);
    freed += count;
  }
  return freed;
}
