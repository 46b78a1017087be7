import type { Answer } from '#domain/exams/kinds/kind';
import { drop, keep, keptNames, readKept } from '#web/lib/saving/kept.ts';

/** Answers that the server does not have yet, by question: their place among what this page gives, and since when they wait. */
export type Waiting = Record<string, { seq: number; answer: Answer; since: number }>;

const PREFIX = 'lectern.exam.';

/** What a page keeps in the browser until the server has it: over a lost connection, a crash and the end of the page. */
export function keepWaiting(attemptId: string, writer: string, waiting: Waiting): void {
  const name = `${PREFIX}${attemptId}.${writer}`;
  if (Object.keys(waiting).length === 0) drop(name);
  else keep(name, JSON.stringify(waiting));
}

/** What pages left behind at this attempt: each with the page's name. */
export function readWaiting(attemptId: string): [writer: string, waiting: Waiting][] {
  return keptNames(`${PREFIX}${attemptId}.`).flatMap((name) => {
    const waiting = readKept(name) as Waiting | null;
    return waiting ? [[name.slice(name.lastIndexOf('.') + 1), waiting] as [string, Waiting]] : [];
  });
}

/** The server has this answer. Another tab may have kept a newer one under the same name meanwhile, which stays. */
export function forgetWaiting(
  attemptId: string,
  writer: string,
  { question, seq }: { question: string; seq: number },
): void {
  const waiting = new Map(readWaiting(attemptId)).get(writer);
  if (waiting?.[question]?.seq !== seq) return;
  delete waiting[question];
  keepWaiting(attemptId, writer, waiting);
}

/** The attempts that something waits for in this browser, of all candidates. */
export function waitingAttempts(): string[] {
  return [...new Set(keptNames(PREFIX).map((name) => name.slice(PREFIX.length, name.lastIndexOf('.'))))];
}

/** How long something waited here, in ms; only the difference of two times of this device, whatever its clock says. */
export function waitedFor(since: number): number {
  return Math.min(31_536_000_000, Math.max(0, Math.round(Date.now() - since)));
}

/** Nobody takes these answers any more. */
export function dropWaiting(attemptId: string): void {
  for (const [writer] of readWaiting(attemptId)) keepWaiting(attemptId, writer, {});
}
