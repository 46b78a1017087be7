import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import type { CourseProgress } from '#contract/courses/learning';
import { mergeRanges, type Range } from '#domain/learning/watched-ranges';
import { failureCode } from '#web/lib/api/api-error.ts';
import { drop, keep, keptNames, nameFor, readKept } from '#web/lib/saving/kept.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { forgetProgress, progressQuery } from '../queries.ts';

/** What a page notices about the reader of a section. */
export interface Noticed {
  readonly reached?: number;
  readonly watched?: readonly Range[];
  readonly duration?: number;
  readonly marked?: boolean;
  readonly position?: number;
}
interface Untold {
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

/**
 * Tells the server what is noticed, and keeps it in this browser until the server has it: over a lost connection, a crash
 * and the end of the page. Answers how to tell, and whether something waits.
 */
export function useTelling({ id: courseId, sections }: OpenCourse, sectionId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const userId = useUser()?.id ?? null;
  const [waiting, setWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const store = nameFor('progress', userId, '');
  const outline = useRef(sections);
  outline.current = sections;
  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    for (const [id, untold] of readAll(store)) {
      try {
        const { completedAt, state } = await reportAll(id, untold);
        forget(store, id, untold);
        show({ id, state, position: untold.position }, completedAt);
        setWaiting(false);
      } catch (error) {
        // Who left the course meanwhile, or removed the section, wants nothing kept of it.
        if (['NOT_ENROLLED', 'SECTION_LOCKED', 'BAD_INPUT'].includes(failureCode(error) ?? ''))
          forget(store, id, untold);
        else setWaiting(true);
      }
    }
    async function reportAll(id: string, { watched, ...rest }: Untold) {
      // A film that was watched in very many pieces is told in several goes; the server unites them.
      for (let from = MAX_RANGES; from < watched.length; from += MAX_RANGES)
        await api.learning.save({ ...rest, id, watched: watched.slice(from, from + MAX_RANGES) });
      return api.learning.save({ ...rest, id, watched: watched.slice(0, MAX_RANGES) });
    }
    function show(told: CourseProgress['sections'][number], completedAt: string | null): void {
      const key = progressQuery(api, courseId).queryKey;
      const known = queryClient.getQueryData<CourseProgress>(key);
      // What waited here may be of another course.
      if (!known || !outline.current.some(({ id }) => id === told.id)) return;
      const before = known.sections.find(({ id }) => id === told.id);
      const sections = [...known.sections.filter((section) => section !== before), told];
      queryClient.setQueryData(key, { ...known, sections, completedAt });
      // What counts, what opens and where to go on is the server's to say.
      if (before?.state !== told.state || known.completedAt !== completedAt)
        void forgetProgress(queryClient, courseId);
    }
  }, [api, courseId, queryClient, store]);
  const tell = useCallback(
    (noticed: Noticed, atOnce = false): Promise<void> => {
      notice(store, sectionId, noticed);
      if (atOnce) return flush();
      timer.current ??= setTimeout(flush, EVERY_MS);
      return Promise.resolve();
    },
    [flush, sectionId, store],
  );
  useEffect(() => {
    const onHide = () => document.hidden && void flush();
    const onNow = () => void flush();
    void flush();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onNow);
    window.addEventListener('online', onNow);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onNow);
      window.removeEventListener('online', onNow);
      // Where one stopped is known to the next page once the server knows it.
      void flush().then(() => forgetProgress(queryClient, courseId));
    };
  }, [courseId, flush, queryClient]);
  return { tell, waiting };
}

function readAll(store: string): [id: string, untold: Untold][] {
  return keptNames(store).flatMap((name) => {
    const untold = read(name);
    return untold ? [[name.slice(store.length), untold]] : [];
  });
}

function read(name: string): Untold | null {
  return readKept(name) as Untold | null;
}

function notice(store: string, id: string, noticed: Noticed): void {
  const before = read(store + id) ?? { reached: 0, watched: [], duration: 0, marked: false, position: 0 };
  const untold: Untold = {
    reached: Math.max(before.reached, noticed.reached ?? 0),
    watched: mergeRanges([...before.watched, ...(noticed.watched ?? [])]).map(([from, to]) => [from, to]),
    duration: Math.max(before.duration, noticed.duration ?? 0),
    marked: before.marked || (noticed.marked ?? false),
    position: noticed.position ?? before.position,
    at: new Date().toISOString(),
  };
  keep(store + id, JSON.stringify(untold));
}

/** Unless something was noticed while it was told. */
function forget(store: string, id: string, told: Untold): void {
  if (read(store + id)?.at === told.at) drop(store + id);
}
