import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Accommodations, Granted } from '#contract/exams/accommodations';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { EditAccommodation, formOf, NewAccommodation } from './accommodation-fields.tsx';
import classes from './accommodations.module.css';
import { accommodationsQuery } from './queries.ts';

/** What one person is granted at exams; grants more, changes it, and takes back. */
export function AccommodationList({ userId }: { userId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = accommodationsQuery(api, userId);
  const { data, error } = useQuery(query);
  const [edited, setEdited] = useState<Granted | 'new' | null>(null);
  const [isTyped, setTyped] = useState(false);
  /** What is opened instead once it is agreed that what was typed is lost. */
  const [wanted, setWanted] = useState<Granted | null>(null);
  const { ask: askToRemove, asked: removed, close: closeRemoval } = useAsked<Granted>();
  const [opener, setOpener] = useState<string | null>(null);
  const host = useRef<HTMLDivElement>(null);
  // What opened the form, or stood beside what is gone, gets the focus; where that is gone too, the way to grant, or the
  // form that is open. Who types in it goes on.
  useEffect(() => {
    if (!opener) return;
    setOpener(null);
    if (edited && document.activeElement !== document.body) return;
    const places = [`[data-opens="${opener}"]`, '[data-opens="new"]', 'form :is(select, input)'];
    places
      .map((place) => host.current?.querySelector<HTMLElement>(place))
      .find(Boolean)
      ?.focus();
  }, [edited, opener]);
  if (error && !data) return <ErrorState error={error} heading="h3" />;
  if (!data) return <LoadingState inline />;
  const show = (next: Accommodations, focused: string) => {
    queryClient.setQueryData(query.queryKey, next);
    setOpener(focused);
    void queryClient.invalidateQueries({ queryKey: ['admin', 'audit'] });
  };
  const saved = (which: Granted | 'new', next: Accommodations) => {
    show(next, which === 'new' ? which : idAt(next, which.sectionId));
    // Another one may have been opened meanwhile.
    setEdited((now) => (now && nameOf(now) === nameOf(which) ? null : now));
  };
  const open = (granted: Granted) => {
    setWanted(null);
    setEdited(granted);
  };
  const close = () => {
    setOpener(edited ? nameOf(edited) : 'new');
    setEdited(null);
    // Somebody else may have changed it while it was edited.
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  const undo = async (granted: Granted) => {
    try {
      const next = await api.accommodations.save({ userId, ...formOf(granted) });
      queryClient.setQueryData(query.queryKey, next);
      toast({ title: m.accommodations_saved() });
    } catch (failure) {
      toastFailure(failure, { title: m.accommodations_failed() });
    }
  };
  const remove = async (granted: Granted) => {
    const at = data.items.findIndex(({ id }) => id === granted.id);
    const neighbour = data.items[at + 1] ?? data.items[at - 1] ?? 'new';
    try {
      show(await api.accommodations.remove({ userId, id: granted.id }), nameOf(neighbour));
      toast({
        title: m.accommodations_ended(),
        description: m.accommodations_ended_text(),
        action: { label: m.admin_undo(), run: () => void undo(granted) },
      });
    } catch (failure) {
      toastFailure(failure, { title: m.accommodations_failed() });
    }
    closeRemoval(granted);
  };
  const items = withEdited(data.items, edited);
  return (
    <div className={classes.accommodations} ref={host}>
      {items.length === 0 && <p className={classes.hint}>{m.accommodations_none()}</p>}
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((granted) =>
            edited !== 'new' && edited?.id === granted.id ? (
              <li key={granted.id}>
                <EditAccommodation
                  granted={granted}
                  userId={userId}
                  place={{ sectionId: granted.sectionId, title: examTitle(granted) }}
                  onSaved={(next) => saved(granted, next)}
                  onCancel={close}
                  onTyped={setTyped}
                />
              </li>
            ) : (
              <li key={granted.id}>
                <span>
                  <strong>{examTitle(granted)}</strong>
                  <small>{linesOf(granted)}</small>
                  <small>{granted.reason}</small>
                </span>
                <span className={classes.buttons}>
                  <Button
                    variant="secondary"
                    size="sm"
                    data-opens={granted.id}
                    aria-label={m.accommodations_change_of({ exam: examTitle(granted) })}
                    onClick={() => (isTyped ? setWanted(granted) : open(granted))}
                  >
                    {m.accommodations_change()}
                  </Button>
                  <Button
                    variant="danger"
                    size="sm"
                    aria-label={m.accommodations_end_of({ exam: examTitle(granted) })}
                    onClick={() => askToRemove(granted)}
                  >
                    {m.accommodations_end()}
                  </Button>
                </span>
              </li>
            ),
          )}
        </ul>
      )}
      {edited === 'new' && (
        <NewAccommodation
          userId={userId}
          places={freePlaces(data)}
          onSaved={(next) => saved('new', next)}
          onCancel={close}
          onTyped={setTyped}
        />
      )}
      {edited === null && freePlaces(data).length > 0 && (
        <Button variant="secondary" data-opens="new" onClick={() => setEdited('new')}>
          {m.accommodations_add()}
        </Button>
      )}
      <ConfirmDialog
        open={removed !== null}
        title={m.accommodations_end_title()}
        text={removed && m.accommodations_end_text({ exam: examTitle(removed), granted: linesOf(removed) })}
        confirm={m.accommodations_end()}
        onCancel={() => closeRemoval(removed)}
        onConfirm={() => removed && remove(removed)}
      />
      <ConfirmDialog
        open={wanted !== null}
        title={m.ui_leave_title()}
        text={m.ui_leave_text()}
        confirm={m.ui_leave()}
        onCancel={() => setWanted(null)}
        onConfirm={() => {
          if (wanted) open(wanted);
          return null;
        }}
      />
    </div>
  );
}

function nameOf(granted: Granted | 'new'): string {
  return granted === 'new' ? granted : granted.id;
}

/** Where nothing is granted yet: to grant again at a place would silently replace what is granted there. */
function freePlaces({ exams, items }: Accommodations) {
  const every = { sectionId: null, title: m.accommodations_every() };
  const places = exams.map(({ course, exam, sectionId }) => ({ sectionId, title: `${course}: ${exam}` }));
  return [every, ...places].filter((place) => items.every(({ sectionId }) => sectionId !== place.sectionId));
}

/** What is granted, and what is edited: its form stays, with what was typed, when somebody else removes it. */
function withEdited(items: readonly Granted[], edited: Granted | 'new' | null): readonly Granted[] {
  const isGone = edited && edited !== 'new' && items.every(({ id }) => id !== edited.id);
  return isGone ? [...items, edited] : items;
}

/** What is granted at a place; one that was removed and added again is another one. */
function idAt({ items }: Accommodations, place: string | null): string {
  return items.find(({ sectionId }) => sectionId === place)?.id ?? 'new';
}

function examTitle({ course, exam }: Granted): string {
  return exam === null ? m.accommodations_every() : `${course ?? ''}: ${exam}`;
}

function linesOf({ closesAt, extraAttempts, extraMinutes, extraPercent, opensAt }: Granted): string {
  return [
    extraPercent > 0 && m.accommodations_line_percent({ percent: extraPercent }),
    extraMinutes > 0 && m.accommodations_line_minutes({ minutes: extraMinutes }),
    extraAttempts > 0 && m.accommodations_line_attempts({ count: extraAttempts }),
    opensAt && m.accommodations_line_opens({ time: formatTime(opensAt) }),
    closesAt && m.accommodations_line_closes({ time: formatTime(closesAt) }),
  ]
    .filter(Boolean)
    .join(', ');
}
