import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SectionNote } from '#contract/courses/notes';
import { nameFor } from '#web/lib/saving/kept.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { useSessionEnded } from '#web/lib/session/use-session-ended.ts';
import { type NotedSection, notesQuery, showNoteChange } from './note-queries.ts';
import { NoteSaver } from './note-saver.ts';

const NONE = { body: '', version: 0 };

interface Options {
  readonly courseId: string;
  readonly section: NotedSection;
  readonly note: SectionNote | undefined;
}

/** The own note of a section. What is typed stays in this browser until the server has it. */
export function useNote({ courseId, note, section }: Options) {
  const api = useApi();
  const queryClient = useQueryClient();
  const owner = useUser()?.id ?? null;
  const hasEnded = useSessionEnded();
  const query = notesQuery(api, courseId);
  const { body, version } = note ?? NONE;
  const [saver] = useState(
    () =>
      new NoteSaver({
        place: nameFor('note', owner, section.id),
        saved: { body, version },
        send: (next) => api.notes.save({ id: section.id, ...next }, { context: { owner } }),
        onSaved: (saved) => {
          // Whoever comes back before the list is read again finds what was saved.
          showNoteChange(queryClient, query, section, saved);
          void queryClient.invalidateQueries({ queryKey: query.queryKey });
        },
      }),
  );
  const [{ subscribe, read, change }] = useState(() => ({
    subscribe: (listener: () => void) => saver.listen(listener),
    read: () => saver.shown,
    change: (text: string) => saver.change(text),
  }));
  useEffect(() => saver.adopt({ body, version }), [body, saver, version]);
  useEffect(() => {
    const onHide = () => {
      if (saver.shown.state === 'unsaved') void saver.save();
    };
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      saver.leave();
    };
  }, [saver]);
  useEffect(() => {
    if (!hasEnded) saver.start();
  }, [hasEnded, saver]);
  return { change, ...useSyncExternalStore(subscribe, read, read) };
}
