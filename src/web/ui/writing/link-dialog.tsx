import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customPagePath } from '#domain/site/custom-page-path';
import { linkAddress } from '#domain/writing/insert-link';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogActions } from '../dialogs/dialog.tsx';
import { TextField } from '../fields/text-field.tsx';
import { FOOTER_COLUMNS, TOP_NAVIGATION } from '../layout/nav-items.ts';
import classes from './link-dialog.module.css';

interface LinkDialogProps {
  /** What is selected. */
  words: string;
  /** Null: nothing is inserted. */
  onClose: (link: { words: string; address: string } | null) => void;
}

/** Asks where a link leads: an address, or a course, post or page of the school that is found by its name. */
export function LinkDialog({ onClose, words: selected }: LinkDialogProps) {
  const [typed, setTyped] = useState(() => (linkAddress(selected) ? selected : ''));
  const [words, setWords] = useState(selected);
  const [isAsked, setAsked] = useState(false);
  const address = linkAddress(typed);
  const found = useFound(address === null ? typed.trim() : '');
  return (
    <Dialog open onClose={() => onClose(null)} title={m.writing_link_title()}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // The form around the dialog is not saved by it.
          event.stopPropagation();
          if (address === null) return setAsked(true);
          onClose({ words: words.trim() || typed.trim(), address });
        }}
      >
        <TextField
          label={m.writing_link_address()}
          help={m.writing_link_address_help()}
          error={isAsked && address === null ? m.writing_link_missing() : undefined}
          autoComplete="off"
          autoFocus
          spellCheck={false}
          maxLength={2000}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {found.length > 0 && (
          <ul className={classes.found} aria-label={m.writing_link_found()}>
            {found.map(({ kind, title, to }) => (
              <li key={to}>
                <button type="button" onClick={() => onClose({ words: words.trim() || title, address: to })}>
                  <span>{title}</span>
                  <small>{kind}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
        <TextField
          label={m.writing_link_words()}
          maxLength={500}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <DialogActions>
          <Button variant="secondary" onClick={() => onClose(null)}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit">{m.media_insert()}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface Found {
  readonly title: string;
  readonly kind: string;
  readonly to: string;
}
const MOST = 4;
/** Each page once, by its longer name in the footer where it has two. */
const PAGES = new Map(
  [...TOP_NAVIGATION, ...FOOTER_COLUMNS.flatMap(({ items }) => items)].map(({ label, to }) => [to, label]),
);

/** Courses, posts and pages by a part of their name, drafts included: only administrators write. */
function useFound(typed: string): Found[] {
  const api = useApi();
  const q = useSettled(typed);
  const { data } = useQuery({
    queryKey: ['admin', 'link-search', q],
    queryFn: async ({ signal }) => {
      const [courses, posts, pages] = await Promise.all([
        api.courses.adminList({ q }, { signal }),
        api.posts.adminList({ q }, { signal }),
        api.pages.list({ q }, { signal }),
      ]);
      return [
        ...courses.items.slice(0, MOST).map(({ slug, title }) => ({
          title,
          kind: m.writing_link_course(),
          to: `/courses/${slug}`,
        })),
        ...posts.items.slice(0, MOST).map(({ id, title }) => ({
          title,
          kind: m.writing_link_post(),
          to: `/blogs/${id}`,
        })),
        ...pages.items.slice(0, MOST).map(({ slug, title }) => ({
          title,
          kind: m.writing_link_page(),
          to: customPagePath(slug),
        })),
      ];
    },
    enabled: q.length > 1,
    staleTime: 30_000,
  });
  if (q.length < 2) return [];
  const pages = [...PAGES].filter(([, label]) => label().toLowerCase().includes(q.toLowerCase()));
  return [
    ...(data ?? []),
    ...pages.slice(0, MOST).map(([to, label]) => ({ title: label(), kind: m.writing_link_page(), to })),
  ];
}
