import type { Answer } from '#domain/exams/kinds/kind';

/** Answers that the server does not have yet, by question: their place among what this page gives, and since when they wait. */
export type Waiting = Record<string, { seq: number; answer: Answer; since: number }>;

const PREFIX = 'lectern.exam.';

/** What a page keeps in the browser until the server has it: over a lost connection, a crash and the end of the page. */
export function keepWaiting(attemptId: string, writer: string, waiting: Waiting): void {
  const name = `${PREFIX}${attemptId}.${writer}`;
  if (Object.keys(waiting).length === 0) localStorage.removeItem(name);
  else localStorage.setItem(name, JSON.stringify(waiting));
}

/** What pages left behind at this attempt: each with the page's name. */
export function readWaiting(attemptId: string): [writer: string, waiting: Waiting][] {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(`${PREFIX}${attemptId}.`));
  return names.flatMap((name) => {
    try {
      const waiting = JSON.parse(localStorage.getItem(name) ?? '{}') as Waiting;
      return [[name.slice(name.lastIndexOf('.') + 1), waiting] as [string, Waiting]];
    } catch {
      return [];
    }
  });
}

/** Nobody takes these answers any more. */
export function dropWaiting(attemptId: string): void {
  for (const [writer] of readWaiting(attemptId)) keepWaiting(attemptId, writer, {});
}
