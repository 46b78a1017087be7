import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Granted } from '#contract/accommodations';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { AccommodationFields } from './accommodation-fields.tsx';
import classes from './accommodations.module.css';
import { accommodationsQuery } from './queries.ts';

/** What one person is granted at exams; grants more, and takes back. */
export function AccommodationList({ userId }: { userId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = accommodationsQuery(api, userId);
  const { data, error } = useQuery(query);
  const [isOpen, setOpen] = useState(false);
  if (error && !data) return <ErrorState error={error} heading="h3" />;
  if (!data) return <LoadingState inline />;
  const remove = async ({ id }: Granted) => {
    try {
      queryClient.setQueryData(query.queryKey, await api.accommodations.remove({ userId, id }));
      toast({ title: m.accommodations_ended() });
    } catch (failure) {
      toastFailure(failure, { title: m.accommodations_failed() });
    }
  };
  return (
    <div className={classes.accommodations}>
      {data.items.length === 0 && <p className={classes.hint}>{m.accommodations_none()}</p>}
      {data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((granted) => (
            <li key={granted.id}>
              <span>
                <strong>{placeOf(granted)}</strong>
                <small>{linesOf(granted)}</small>
                <small>{granted.reason}</small>
              </span>
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.accommodations_end_of({ exam: placeOf(granted) })}
                onClick={() => remove(granted)}
              >
                {m.accommodations_end()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <AccommodationFields
          exams={data.exams}
          userId={userId}
          onSaved={(saved) => {
            queryClient.setQueryData(query.queryKey, saved);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {m.accommodations_add()}
        </Button>
      )}
    </div>
  );
}

function placeOf({ course, exam }: Granted): string {
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
