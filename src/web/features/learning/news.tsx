import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Dashboard, NewsItem } from '#contract/courses/dashboard';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './dashboard.module.css';
import { dashboardQuery } from './queries.ts';

/** What was added or published and not seen yet; what is opened here counts as seen. */
export function News({ asOf, news }: Pick<Dashboard, 'asOf' | 'news'>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const see = async (items: readonly NewsItem[]) => {
    await api.dashboard.see({ ids: items.map(({ id }) => id), until: asOf });
    await queryClient.invalidateQueries({ queryKey: dashboardQuery(api).queryKey });
  };
  const seeAll = async () => {
    setBusy(true);
    try {
      await see(news);
      // The button is gone with what it was for.
      heading.current?.focus();
    } catch (error) {
      toastFailure(error, { title: m.dashboard_news_seen_failed() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="news">
      <h2 id="news" ref={heading} tabIndex={-1}>
        {m.dashboard_news()}
      </h2>
      {news.length === 0 && <p className={classes.quiet}>{m.dashboard_news_none()}</p>}
      {news.length > 0 && (
        <>
          <ul className={classes.items}>
            {news.map((item) => (
              <li key={item.id}>
                {/* Its loss only means that it is reported once more. */}
                <Item item={item} onOpen={() => void see([item]).catch(() => undefined)} />
              </li>
            ))}
          </ul>
          <Button variant="quiet" size="sm" onClick={seeAll} busy={busy} className={classes.seen}>
            {m.dashboard_news_seen()}
          </Button>
        </>
      )}
    </section>
  );
}

function Item({ item, onOpen }: { item: NewsItem; onOpen: () => void }) {
  // A course shows its new sections itself; then they are seen.
  if (item.kind === 'sections') {
    const { count, course, first } = item;
    const title = count === 1 ? `${course.title}: ${first.title}` : course.title;
    return (
      <Row label={m.dashboard_news_sections({ count })} at={item.at}>
        <TextLink to="/courses/$slug/learn/$section" params={{ slug: course.slug, section: first.key }} quiet>
          {title}
        </TextLink>
      </Row>
    );
  }
  if (item.kind === 'course')
    return (
      <Row label={m.dashboard_news_course({ category: item.category })} at={item.at}>
        <TextLink to="/courses/$slug" params={{ slug: item.course.slug }} quiet onClick={onOpen}>
          {item.course.title}
        </TextLink>
      </Row>
    );
  return (
    <Row label={m.dashboard_news_post()} at={item.at}>
      <TextLink to="/blogs/$id" params={{ id: item.id }} quiet onClick={onOpen}>
        {item.title}
      </TextLink>
    </Row>
  );
}

function Row({ at, children, label }: { label: string; at: string; children: ReactNode }) {
  return (
    <>
      <p className={classes.label}>
        {label} · <time dateTime={at}>{formatDate(at)}</time>
      </p>
      <p className={classes.title}>{children}</p>
    </>
  );
}
