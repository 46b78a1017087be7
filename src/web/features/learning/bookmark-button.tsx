import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect } from 'react';
import type { SectionNote } from '#contract/courses/notes';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { notesQuery } from './note-queries.ts';

interface BookmarkButtonProps {
  courseId: string;
  section: { readonly id: string; readonly key: string; readonly title: string };
  /** What the key for it does. */
  toggle: RefObject<(() => void) | null>;
}

/** Sets and lifts the bookmark of a section; shown at once, taken back when it could not be saved. */
export function BookmarkButton({ courseId, section, toggle }: BookmarkButtonProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = notesQuery(api, courseId);
  const { data } = useQuery(query);
  const { id, key, title } = section;
  const isSet = data?.find(({ sectionId }) => sectionId === id)?.bookmarked === true;
  const change = async () => {
    const bookmarked = !isSet;
    queryClient.setQueryData(query.queryKey, (before: SectionNote[] = []) => {
      const known = before.find(({ sectionId }) => sectionId === id);
      const empty = { sectionId: id, key, title, body: '', version: 0, updatedAt: new Date().toISOString() };
      return [...before.filter((one) => one !== known), { ...(known ?? empty), bookmarked }];
    });
    try {
      await api.notes.saveBookmark({ id, bookmarked });
    } catch (error) {
      toastFailure(error, { title: m.learning_bookmark_failed() });
    }
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
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
