import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Preferences } from '#contract/notifications';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import classes from './notifications.module.css';
import { preferencesQuery } from './queries.ts';

/** Categories as switches: a followed one notifies of each new course in it. Saved at once. */
export function FollowedCategories({ categories }: Pick<Preferences, 'categories'>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const { queryKey } = preferencesQuery(api);
  const toggle = async (id: string, followed: boolean) => {
    setBusy(id);
    try {
      await api.notifications.follow({ id, followed });
      queryClient.setQueryData(
        queryKey,
        (now) =>
          now && {
            ...now,
            categories: now.categories.map((one) => (one.id === id ? { ...one, followed } : one)),
          },
      );
    } catch (error) {
      toastFailure(error, { title: m.notices_follow_failed() });
    } finally {
      setBusy(null);
    }
  };
  return (
    <section className={classes.block} aria-labelledby="followed">
      <h2 id="followed">{m.notices_categories()}</h2>
      <p>{categories.length === 0 ? m.notices_categories_none() : m.notices_categories_text()}</p>
      <ul className={classes.categories}>
        {categories.map(({ followed, id, name }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={followed}
              aria-disabled={busy === id}
              onClick={() => busy === null && toggle(id, !followed)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
