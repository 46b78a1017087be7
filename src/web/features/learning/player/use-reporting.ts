import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import type { CourseProgress } from '#contract/courses/learning';
import { mergeRanges, type Range } from '#domain/learning/watched-ranges';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { drop, keep, keptNames, nameFor, readKept } from '#web/lib/saving/kept.ts';
import { retryDelay } from '#web/lib/saving/retry-delay.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { useSessionEnded } from '#web/lib/session/use-session-ended.ts';
import { forgetProgress, progressQuery } from '../queries.ts';
import { judgeRefused } from './judge-refused.ts';

/** What a page notices about the reader of a section. */
export interface Noticed {
  readonly reached?: number;
  readonly watched?: readonly Range[];
  readonly duration?: number;
  readonly marked?: boolean;
  readonly position?: number;
}
/** Why something waits: nobody was reached, or the course isn't open to its person for now. */
export type Waiting = 'offline' | 'refused' | null;
interface Unreported {
  reached: number;
  watched: [from: number, to: number][];
  duration: number;
  marked: boolean;
  position: number;
  at: string;
}

/** What is noticed is told this often, in ms; what completes a section at once. */
const EVERY_MS = 5000;
/** How many pieces of a film one request takes. */
const MAX_RANGES = 200;
/** A reply that takes longer, in ms, isn't waited for: nothing else is told meanwhile. */
const PATIENCE_MS = 15_000;

/** The timer of the player that was opened last: it repeats what failed, also once it was left, until the next is open. */
let inCharge: object | undefined;

/**
 * Tells the server what is noticed, and keeps it in this browser until the server has it: over a lost connection, a crash
 * and the end of the page. Answers how to tell, and whether something waits.
 */
export function useReporting({ id: courseId, sections }: OpenCourse, sectionId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const userId = useUser()?.id ?? null;
  const hasEnded = useSessionEnded();
  const [waiting, setWaiting] = useState<Waiting>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const store = nameFor('progress', userId, '');
  const outline = useRef(sections);
  outline.current = sections;
  const underWay = useRef<Promise<void>>(undefined);
  const isAskedAgain = useRef(false);
  const asked = useRef(new Set<AbortController>());
  /** Why the progress of sections was refused that is sent again at the next visit: of other courses, or gone from this one. */
  const left = useRef(new Map<string, unknown>());
  /** Why the progress of this section was refused when it was sent last. */
  const refusal = useRef<unknown>(null);
  /** Answers after how many ms what still waits is sent. */
  const send = useCallback(async (): Promise<number> => {
    // What is sent tells how long ago it was: it is repeated here, not as it is.
    const context = { owner: userId, once: true };
    let waits: Waiting = null;
    let delay = Number.POSITIVE_INFINITY;
    refusal.current = left.current.get(sectionId) ?? null;
    for (const [id, unreported] of readAll(store)) {
      if (left.current.has(id)) continue;
      try {
        const { completedAt, state } = await reportUnmarked(id, unreported);
        forget(store, id, unreported);
        show({ id, state, position: unreported.position }, completedAt);
      } catch (error) {
        const why = await settle(id, unreported, error);
        if (why) {
          waits = waits === 'refused' ? waits : why;
          delay = Math.min(delay, retryDelay(error) ?? delay);
        }
        // Refused until its person is signed in again, whatever is sent.
        if (failureCode(error) === 'SIGN_IN_REQUIRED') break;
      }
    }
    setWaiting(waits);
    return waits ? delay : EVERY_MS;
    /** Answers why it waits, if it does. */
    async function settle(id: string, unreported: Unreported, error: unknown): Promise<Waiting> {
      const sent = { api, at: unreported.at, courseId, isOfCourse: isOutlined(id), queryClient };
      const refused = await judgeRefused(error, sent);
      if (id === sectionId) refusal.current = refused?.reason ?? null;
      if (refused?.fate === 'goes') forget(store, id, unreported);
      if (refused?.fate === 'left') left.current.set(id, refused.reason);
      if (!refused) return 'offline';
      return refused.fate === 'waits' ? 'refused' : null;
    }
    function isOutlined(id: string): boolean {
      return outline.current.some((section) => section.id === id);
    }
    /** A lab that got checks meanwhile can't be marked; the rest is told all the same. */
    async function reportUnmarked(id: string, unreported: Unreported) {
      try {
        return await reportAll(id, unreported);
      } catch (error) {
        if (failureCode(error) !== 'CHECKS_REQUIRED') throw error;
        void forgetProgress(queryClient, courseId);
        return reportAll(id, { ...unreported, marked: false });
      }
    }
    async function reportAll(id: string, { watched, ...unsent }: Unreported) {
      const rest = { ...unsent, sentAt: new Date().toISOString() };
      // A film that was watched in very many pieces is told in several goes; the server unites them.
      for (let from = MAX_RANGES; from < watched.length; from += MAX_RANGES)
        await ask({ ...rest, id, watched: watched.slice(from, from + MAX_RANGES) });
      return ask({ ...rest, id, watched: watched.slice(0, MAX_RANGES) });
    }
    async function ask(reported: Parameters<typeof api.learning.save>[0]) {
      const controller = new AbortController();
      asked.current.add(controller);
      const patience = setTimeout(() => giveUp(controller), PATIENCE_MS);
      try {
        return await api.learning.save(reported, { context, signal: controller.signal });
      } finally {
        clearTimeout(patience);
        asked.current.delete(controller);
      }
    }
    function show(reported: CourseProgress['sections'][number], completedAt: string | null): void {
      const key = progressQuery(api, courseId).queryKey;
      const known = queryClient.getQueryData<CourseProgress>(key);
      // What waited here may be of another course.
      if (!known || !isOutlined(reported.id)) return;
      const before = known.sections.find(({ id }) => id === reported.id);
      const sections = [...known.sections.filter((section) => section !== before), reported];
      queryClient.setQueryData(key, { ...known, sections, completedAt });
      // What counts, what opens and where to go on is the server's to say.
      if (before?.state !== reported.state || known.completedAt !== completedAt)
        void forgetProgress(queryClient, courseId);
    }
  }, [api, courseId, queryClient, sectionId, store, userId]);
  /** One at a time. What is urgent is sent again after what is under way. */
  const flush = useCallback(
    (isUrgent = true): Promise<void> => {
      isAskedAgain.current ||= isUrgent;
      const run = async () => {
        let delay: number;
        do {
          isAskedAgain.current = false;
          clearTimeout(timer.current);
          timer.current = undefined;
          delay = await send();
        } while (isAskedAgain.current);
        if (inCharge === timer && Number.isFinite(delay) && keptNames(store).length > 0)
          timer.current ??= setTimeout(() => void flush(false), delay);
      };
      underWay.current ??= run().finally(() => {
        underWay.current = undefined;
      });
      return underWay.current;
    },
    [send, store],
  );
  const report = useCallback(
    async (noticed: Noticed, atOnce = false): Promise<void> => {
      notice(store, sectionId, noticed);
      // Kept until its person is signed in again.
      if (hasEnded) return;
      if (!atOnce) {
        timer.current ??= setTimeout(() => void flush(false), EVERY_MS);
        return;
      }
      await flush();
      // Who marks a section as done is told; what is noticed by itself waits without a word.
      if (noticed.marked && refusal.current)
        toastFailure(refusal.current, { title: m.learning_not_saved_title() });
    },
    [flush, hasEnded, sectionId, store],
  );
  useEffect(() => {
    inCharge = timer;
    // A page that may end waits for nothing that is under way.
    const onEnd = () => void send();
    const onHide = () => document.hidden && onEnd();
    const onNow = () => {
      // What was asked over the connection before may never be answered.
      for (const controller of asked.current) giveUp(controller);
      void flush();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onEnd);
    window.addEventListener('online', onNow);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onEnd);
      window.removeEventListener('online', onNow);
      // Where one stopped is known to the next page once the server knows it.
      void flush().then(() => forgetProgress(queryClient, courseId));
    };
  }, [courseId, flush, queryClient, send]);
  useEffect(() => {
    if (!hasEnded) void flush();
  }, [flush, hasEnded]);
  return { report, waiting };
}

/** As if nobody had been reached. */
function giveUp(controller: AbortController): void {
  controller.abort(new DOMException('No reply', 'TimeoutError'));
}

function readAll(store: string): [id: string, unreported: Unreported][] {
  return keptNames(store).flatMap((name) => {
    const unreported = read(name);
    return unreported ? [[name.slice(store.length), unreported]] : [];
  });
}

function read(name: string): Unreported | null {
  return readKept(name) as Unreported | null;
}

function notice(store: string, id: string, noticed: Noticed): void {
  const before = read(store + id) ?? { reached: 0, watched: [], duration: 0, marked: false, position: 0 };
  const unreported: Unreported = {
    reached: Math.max(before.reached, noticed.reached ?? 0),
    watched: mergeRanges([...before.watched, ...(noticed.watched ?? [])]).map(([from, to]) => [from, to]),
    duration: noticed.duration || before.duration,
    marked: before.marked || (noticed.marked ?? false),
    position: noticed.position ?? before.position,
    at: new Date().toISOString(),
  };
  keep(store + id, JSON.stringify(unreported));
}

/** Unless something was noticed while it was told. */
function forget(store: string, id: string, reported: Unreported): void {
  if (read(store + id)?.at === reported.at) drop(store + id);
}
