import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { SectionNote } from '#contract/courses/notes';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { type NotedSection, notesQuery, showNoteChange } from './note-queries.ts';

interface BookmarkButtonProps {
  courseId: string;
  section: NotedSection;
  /** What the key for it does. */
  toggle: RefObject<(() => void) | null>;
}

/** Sets and lifts the bookmark of a section; shown at once, taken back when it could not be saved. */
export function BookmarkButton({ courseId, section, toggle }: BookmarkButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = notesQuery(api, courseId);
  const { data } = useQuery(query);
  const { id } = section;
  const isSet = isBookmarked(data, id);
  const wanted = useRef<boolean>(null);
  const change = async () => {
    const { queryKey } = query;
    // What is read of the time before would take the change back on the screen.
    void queryClient.cancelQueries({ queryKey });
    const isUnderWay = wanted.current !== null;
    // A press may come before the one before it is drawn.
    wanted.current = !isBookmarked(queryClient.getQueryData(queryKey), id);
    showNoteChange(queryClient, query, section, { bookmarked: wanted.current });
    if (isUnderWay) return;
    try {
      // One save at a time: the last press decides.
      for (let saved: boolean | null = null; saved !== wanted.current; )
        ({ bookmarked: saved } = await api.notes.saveBookmark({ id, bookmarked: wanted.current }));
    } catch (error) {
      toastFailure(error, { title: m.learning_bookmark_failed() });
    }
    wanted.current = null;
    await queryClient.invalidateQueries({ queryKey });
  };
  // Before the next key is read; without the bookmarks the key does nothing, like the button.
  useLayoutEffect(() => {
    toggle.current = data ? () => void change() : null;
    return () => {
      toggle.current = null;
    };
  });
  return (
    <Button variant="quiet" size="sm" aria-pressed={isSet} disabled={!data} onClick={change}>
      <span aria-hidden="true">{isSet ? '★' : '☆'}</span> {m.learning_bookmark()}
    </Button>
  );
}

function isBookmarked(notes: readonly SectionNote[] | undefined, id: string): boolean {
  return notes?.find(({ sectionId }) => sectionId === id)?.bookmarked === true;
}
