import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SectionNote } from '#contract/courses/notes';
import { nameFor } from '#web/lib/saving/kept.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { useSessionEnded } from '#web/lib/session/use-session-ended.ts';
import { notesQuery } from './note-queries.ts';
import { NoteSaver } from './note-saver.ts';

interface Options {
  readonly courseId: string;
  readonly sectionId: string;
  readonly note: SectionNote | undefined;
}

/** The own note of a section. What is typed stays in this browser until the server has it. */
export function useNote({ courseId, note, sectionId }: Options) {
  const api = useApi();
  const queryClient = useQueryClient();
  const owner = useUser()?.id ?? null;
  const hasEnded = useSessionEnded();
  const [saver] = useState(
    () =>
      new NoteSaver({
        place: nameFor('note', owner, sectionId),
        saved: { body: note?.body ?? '', version: note?.version ?? 0 },
        send: (next) => api.notes.save({ id: sectionId, ...next }, { context: { owner } }),
        onSaved: () => void queryClient.invalidateQueries({ queryKey: notesQuery(api, courseId).queryKey }),
      }),
  );
  const [{ subscribe, read, change }] = useState(() => ({
    subscribe: (listener: () => void) => saver.listen(listener),
    read: () => saver.shown,
    change: (text: string) => saver.change(text),
  }));
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
