import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Accommodations, Granted } from '#contract/exams/accommodations';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { EditAccommodation, NewAccommodation } from './accommodation-fields.tsx';
import classes from './accommodations.module.css';
import { accommodationsQuery } from './queries.ts';

/** What one person is granted at exams; grants more, changes it, and takes back. */
export function AccommodationList({ userId }: { userId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = accommodationsQuery(api, userId);
  const { data, error } = useQuery(query);
  const [edited, setEdited] = useState<Granted | 'new' | null>(null);
  const [opener, setOpener] = useState<string | null>(null);
  const host = useRef<HTMLDivElement>(null);
  // What opened the form, or stood beside what is gone, gets the focus; where that is gone too, the way to grant.
  useEffect(() => {
    if (edited || !opener) return;
    const buttons = [opener, 'new'].map((name) =>
      host.current?.querySelector<HTMLElement>(`[data-opens="${name}"]`),
    );
    buttons.find(Boolean)?.focus();
    setOpener(null);
  }, [edited, opener]);
  if (error && !data) return <ErrorState error={error} heading="h3" />;
  if (!data) return <LoadingState inline />;
  const show = (next: Accommodations, focused: string) => {
    queryClient.setQueryData(query.queryKey, next);
    setEdited(null);
    setOpener(focused);
    void queryClient.invalidateQueries({ queryKey: ['admin', 'audit'] });
  };
  const close = () => {
    setOpener(edited === 'new' || !edited ? 'new' : edited.id);
    setEdited(null);
    // Somebody else may have changed it while it was edited.
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  const remove = async ({ id }: Granted) => {
    try {
      show(await api.accommodations.remove({ userId, id }), 'new');
      toast({ title: m.accommodations_ended(), description: m.accommodations_ended_text() });
    } catch (failure) {
      toastFailure(failure, { title: m.accommodations_failed() });
    }
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
                  onSaved={(saved) => show(saved, idAt(saved, granted.sectionId))}
                  onCancel={close}
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
                    onClick={() => setEdited(granted)}
                  >
                    {m.accommodations_change()}
                  </Button>
                  <Button
                    variant="danger"
                    size="sm"
                    aria-label={m.accommodations_end_of({ exam: examTitle(granted) })}
                    onClick={() => remove(granted)}
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
          onSaved={(saved) => show(saved, 'new')}
          onCancel={close}
        />
      )}
      {edited === null && freePlaces(data).length > 0 && (
        <Button variant="secondary" data-opens="new" onClick={() => setEdited('new')}>
          {m.accommodations_add()}
        </Button>
      )}
    </div>
  );
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
