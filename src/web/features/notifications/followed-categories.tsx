import { useQueryClient } from '@tanstack/react-query';
import type { Preferences } from '#contract/notifications';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useHeld } from '#web/ui/use-held.ts';
import classes from './notifications.module.css';
import { preferencesQuery } from './queries.ts';

/** Categories as switches: a followed one notifies of each new course in it. Saved at once. */
export function FollowedCategories({ categories }: Pick<Preferences, 'categories'>) {
  return (
    <section className={classes.block} aria-labelledby="followed">
      <h2 id="followed">{m.notices_categories()}</h2>
      <p>{categories.length === 0 ? m.notices_categories_none() : m.notices_categories_text()}</p>
      <ul className={classes.categories}>
        {categories.map((category) => (
          <li key={category.id}>
            <CategorySwitch category={category} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Waits for its own answer only: others are switched meanwhile. */
function CategorySwitch({ category }: { category: Preferences['categories'][number] }) {
  const { followed, id, name } = category;
  const api = useApi();
  const queryClient = useQueryClient();
  const { busy, run } = useHeld(async () => {
    try {
      await api.notifications.follow({ id, followed: !followed });
      queryClient.setQueryData(
        preferencesQuery(api).queryKey,
        (now) =>
          now && {
            ...now,
            categories: now.categories.map((one) => (one.id === id ? { ...one, followed: !followed } : one)),
          },
      );
    } catch (error) {
      toastFailure(error, { title: m.notices_follow_failed() });
    }
  });
  return (
    <button type="button" aria-pressed={followed} aria-disabled={busy} onClick={run}>
      {name}
    </button>
  );
}
