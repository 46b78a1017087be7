import { endingOf } from '../kinds/file/file-kinds.ts';

/** Names an attempt where no name may be seen. */
export function attemptCode(attemptId: string): string {
  return attemptId.slice(0, 8).toUpperCase();
}

/** What a marker sees of a file's name: where names are hidden, its ending alone. */
export function shownFileName(name: string, isBlind: boolean): string {
  return isBlind ? `answer.${endingOf(name)}` : name;
}
