import type { Services } from '#server/services';
import { watchGone } from '../watch-gone.ts';
import type { WokenLoop } from '../woken-loop.ts';
import { releaseTurnsOf, selectAbsentHolders } from './turns-sql.ts';

/** Has chores, exports, and sizes of videos taken over from processes that are gone. Whoever does them is woken. */
export function watchTurns({ db, log }: Pick<Services, 'db' | 'log'>): WokenLoop {
  return watchGone({
    selectAbsent: () => selectAbsentHolders(db.kysely),
    release: (processes) => db.transaction((trx) => releaseTurnsOf(trx, processes)),
    onFreed: () => log.info({}, 'took over the work of a process that is gone'),
    log,
  });
}
