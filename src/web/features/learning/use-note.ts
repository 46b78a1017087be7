import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SectionNote } from '#contract/courses/notes';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { drop, keep as keepItem, nameFor, readKept } from '#web/lib/saving/kept.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { notesQuery } from './note-queries.ts';

export type NoteState = 'saved' | 'saving' | 'unsaved';

/** What is typed is sent after a pause of this length, in ms. */
const PAUSE_MS = 800;
const RETRY_MS = 5000;

interface Draft {
  readonly text: string;
  readonly version: number;
}

/**
 * The own note of a section. What is typed stays in this browser until the server has it; where another page saved
 * meanwhile, both texts are kept, one below the other.
 */
export function useNote({
  courseId,
  note,
  sectionId,
}: {
  courseId: string;
  sectionId: string;
  note: SectionNote | undefined;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const userId = useUser()?.id ?? null;
  const place = nameFor('note', userId, sectionId);
  const [draft, setDraft] = useState<Draft>(
    () => readDraft(place) ?? { text: note?.body ?? '', version: note?.version ?? 0 },
  );
  const [state, setState] = useState<NoteState>(() => (readDraft(place) ? 'unsaved' : 'saved'));
  const latest = useRef(draft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useCallback(
    (next: Draft) => {
      latest.current = next;
      setDraft(next);
      keepItem(place, JSON.stringify(next));
    },
    [place],
  );
  const save = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    const sent = latest.current;
    setState('saving');
    try {
      const { version } = await api.notes.save({ id: sectionId, body: sent.text, version: sent.version });
      const isLatest = latest.current.text === sent.text;
      latest.current = { ...latest.current, version };
      setDraft(latest.current);
      if (isLatest) {
        drop(place);
        setState('saved');
      } else keepItem(place, JSON.stringify(latest.current));
      await queryClient.invalidateQueries({ queryKey: notesQuery(api, courseId).queryKey });
    } catch (error) {
      const current = conflictOf(error);
      setState('unsaved');
      if (current) keep({ text: both(current.body, latest.current.text), version: current.version });
      timer.current = setTimeout(() => void save(), current ? 0 : RETRY_MS);
    }
  }, [api, courseId, keep, place, queryClient, sectionId]);
  const change = useCallback(
    (text: string) => {
      keep({ ...latest.current, text });
      setState('unsaved');
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
    [keep, save],
  );
  useEffect(() => {
    if (readDraft(place)) timer.current = setTimeout(() => void save(), PAUSE_MS);
    const leave = () => readDraft(place) && void save();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      clearTimeout(timer.current);
      // Another section is shown: what was typed last is sent without the pause.
      if (readDraft(place))
        void api.notes
          .save({ id: sectionId, body: latest.current.text, version: latest.current.version })
          .then(
            () => {
              drop(place);
              void queryClient.invalidateQueries({ queryKey: notesQuery(api, courseId).queryKey });
            },
            () => undefined,
          );
    };
  }, [api, courseId, place, queryClient, save, sectionId]);
  return { change, state, text: draft.text };
}

function conflictOf(error: unknown): { body: string; version: number } | null {
  if (failureCode(error) !== 'VERSION_CONFLICT' || !(error instanceof ApiError)) return null;
  return (error.data as { current: { body: string; version: number } }).current;
}

function both(theirs: string, mine: string): string {
  if (mine.includes(theirs.trim())) return mine;
  return theirs.includes(mine.trim()) ? theirs : `${theirs}\n\n${mine}`;
}

function readDraft(place: string): Draft | null {
  return readKept(place) as Draft | null;
}
