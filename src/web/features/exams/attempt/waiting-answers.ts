import { LATE_DAYS } from '#domain/exams/attempts/late-answer';
import type { Answer } from '#domain/exams/kinds/kind';
import { drop, keep, keptNames, outlivesPage, readKept } from '#web/lib/saving/kept.ts';

/** Answers that the server does not have yet, by question: their place among what this page gives, and since when they wait. */
export type Waiting = Record<string, WaitingSince & { seq: number; answer: Answer; refusedAt?: number }>;

interface WaitingSince {
  /** By the calendar of this device. */
  since: number;
  /** By the clock of the page that it was typed on, which nobody can set. */
  ran?: { page: string; at: number };
}

const PAGE = crypto.randomUUID();
const REFUSED_MS = LATE_DAYS * 86_400_000;
const PREFIX = 'lectern.exam.';

/** What a page keeps in the browser until the server has it: over a lost connection, a crash and the end of the page. */
export function keepWaiting(attemptId: string, writer: string, waiting: Waiting): void {
  const name = `${PREFIX}${attemptId}.${writer}`;
  if (Object.keys(waiting).length === 0) drop(name);
  else keep(name, JSON.stringify(waiting));
}

/** Whether what waits at this attempt outlives the page. */
export function isWaitingKept(attemptId: string): boolean {
  return outlivesPage(`${PREFIX}${attemptId}.`);
}

/** What pages left behind at this attempt and the server may take: each with the page's name. */
export function readWaiting(attemptId: string): [writer: string, waiting: Waiting][] {
  return readAll(attemptId).flatMap(([writer, all]) => {
    const waiting = Object.entries(all).filter(([, { refusedAt }]) => refusedAt === undefined);
    return waiting.length === 0 ? [] : [[writer, Object.fromEntries(waiting)] as [string, Waiting]];
  });
}

/** What the server refused at this attempt in the last days, for its candidate to read. */
export function readRefused(attemptId: string): { name: string; question: string; answer: Answer }[] {
  return readAll(attemptId).flatMap(([writer, all]) =>
    Object.entries(all).flatMap(([question, { answer, refusedAt }]) =>
      refusedAt === undefined ? [] : [{ name: `${writer} ${question}`, question, answer }],
    ),
  );
}

/** All that is kept of an attempt; what was refused long ago goes. */
function readAll(attemptId: string): [writer: string, waiting: Waiting][] {
  return keptNames(`${PREFIX}${attemptId}.`).flatMap((name) => {
    const all = readKept(name) as Waiting | null;
    if (!all) return [];
    const writer = name.slice(name.lastIndexOf('.') + 1);
    const fresh = Object.entries(all).filter(([, { refusedAt = Number.POSITIVE_INFINITY }]) => {
      return Date.now() - refusedAt < REFUSED_MS;
    });
    const waiting = Object.fromEntries(fresh);
    if (fresh.length < Object.keys(all).length) keepWaiting(attemptId, writer, waiting);
    return fresh.length === 0 ? [] : [[writer, waiting] as [string, Waiting]];
  });
}

interface Left {
  readonly question: string;
  readonly seq: number;
}

/** The server has this answer. */
export function forgetWaiting(attemptId: string, writer: string, left: Left): void {
  changeWaiting(attemptId, writer, left, () => null);
}

/** The server will never take this answer: it is not sent again, and stays to be read. */
export function refuseWaiting(attemptId: string, writer: string, left: Left): void {
  changeWaiting(attemptId, writer, left, (kept) => ({ ...kept, refusedAt: Date.now() }));
}

/** Another tab may have kept a newer one under the same name meanwhile, which stays. */
function changeWaiting(
  attemptId: string,
  writer: string,
  { question, seq }: Left,
  change: (kept: Waiting[string]) => Waiting[string] | null,
): void {
  const { [question]: kept, ...others } = new Map(readAll(attemptId)).get(writer) ?? {};
  if (kept?.seq !== seq) return;
  const changed = change(kept);
  keepWaiting(attemptId, writer, changed ? { ...others, [question]: changed } : others);
}

/** The attempts that something waits for in this browser, of all candidates. */
export function waitingAttempts(): string[] {
  return [...new Set(keptNames(PREFIX).map((name) => name.slice(PREFIX.length, name.lastIndexOf('.'))))];
}

/** Since when what is typed now waits. */
export function waitingSince(): Required<WaitingSince> {
  return { since: Date.now(), ran: { page: PAGE, at: performance.now() } };
}

/**
 * How long something waited here, in ms; only differences of two times of this device, whatever its clock says. A clock that
 * was set back meanwhile shortens nothing on the page itself, and one that stood still while the device slept neither.
 */
export function waitedFor({ ran, since }: WaitingSince): number {
  const running = ran?.page === PAGE ? performance.now() - ran.at : 0;
  return Math.min(31_536_000_000, Math.max(0, Math.round(Math.max(Date.now() - since, running))));
}

/** Nobody takes these answers any more. */
export function dropWaiting(attemptId: string): void {
  for (const [writer] of readAll(attemptId)) keepWaiting(attemptId, writer, {});
}
