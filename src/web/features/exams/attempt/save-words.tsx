import { m } from '#web/lib/messages.ts';
import { useSessionEnded } from '#web/lib/session/use-session-ended.ts';
import classes from '../exams.module.css';
import type { SaveState } from './use-saving.ts';

interface SaveWordsProps {
  state: SaveState;
  /** What waits outlives the page: the browser keeps it. */
  isKept: boolean;
  /** How many questions have a newer answer than this page shows. */
  newer: number;
  /** What an answer that cannot be sent now comes to; left out where time does not run out. */
  late?: 'may-come' | 'is-over' | undefined;
}

/** Whether what was answered is on the server. */
export function SaveWords({ isKept, late, newer, state: saving }: SaveWordsProps) {
  const state = useSessionEnded() ? 'signed-out' : saving;
  const isOutdated = newer > 0 && state === 'saved';
  return (
    <span className={classes.saved} role="status" data-state={isOutdated ? 'newer' : state}>
      {isOutdated && m.exams_newer_count({ count: newer })}
      {state === 'saved' && !isOutdated && m.exams_saved()}
      {state === 'saving' && m.exams_saving()}
      {state === 'refused' && m.exams_refused_some()}
      {state === 'offline' && offlineWords({ isKept, late })}
      {state === 'signed-out' && (isKept ? m.exams_signed_out() : m.exams_signed_out_here())}
    </span>
  );
}

function offlineWords({ isKept, late }: Pick<SaveWordsProps, 'isKept' | 'late'>): string {
  if (late === 'is-over') return isKept ? m.exams_offline_over() : m.exams_offline_over_here();
  const words = isKept ? m.exams_offline() : m.exams_offline_here();
  return late ? `${words} ${m.exams_offline_late()}` : words;
}
