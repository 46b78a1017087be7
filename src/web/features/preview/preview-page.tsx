import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Preview } from '#contract/courses/publishing';
import { failureCode } from '#web/lib/api/api-error.ts';
import { formatTime } from '#web/lib/format.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { StateBadge } from '#web/ui/badges/state-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from './preview.module.css';

const VideoPlayer = latePart(() => import('#web/ui/prose/video-player.tsx'), 'VideoPlayer');

function watchHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

/**
 * A course or post as somebody with a preview link reads it. The secret stands behind the # of the address; what is read is
 * forgotten with the page.
 */
export function PreviewPage() {
  const token = useSyncExternalStore(
    watchHash,
    () => window.location.hash.slice(1),
    () => '',
  );
  return <Read key={token} token={token} />;
}

function Read({ token }: { token: string }) {
  const api = useApi();
  const [section, setSection] = useState<string | undefined>();
  const { data, error } = useQuery({
    queryKey: ['preview', token, section ?? ''],
    queryFn: ({ signal }) => api.publishing.preview({ token, ...(section && { section }) }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <Failed error={error} />;
  if (!data) return <LoadingState />;
  return (
    <Page>
      <p className={classes.note} role="note">
        {m.publishing_preview_text({ time: formatTime(data.expiresAt) })} <StateBadge state={data.state} />
        {data.isDraft && <> {m.drafts_preview()}</>}
      </p>
      <PageHeader title={data.title} />
      <p className={classes.lead}>{data.description}</p>
      {data.sections.length === 0 ? (
        <Notice>{m.publishing_preview_none()}</Notice>
      ) : (
        <div className={classes.study}>
          <nav aria-label={m.publishing_preview_outline()}>
            <ol className={classes.outline}>
              {data.sections.map(({ key, title }) => (
                <li key={key}>
                  <button
                    type="button"
                    aria-current={key === data.section?.key ? 'true' : undefined}
                    onClick={() => setSection(key)}
                  >
                    {title}
                  </button>
                </li>
              ))}
            </ol>
          </nav>
          {data.section && <Section section={data.section} token={token} />}
        </div>
      )}
    </Page>
  );
}

/** A link that doesn't work is no fault, and trying again changes nothing. */
function Failed({ error }: { error: Error }) {
  if (failureCode(error) !== 'PREVIEW_NOT_FOUND') return <ErrorState error={error} />;
  return (
    <EmptyState
      heading="h1"
      title={m.errors_preview_not_found_title()}
      text={m.errors_preview_not_found_description()}
    />
  );
}

/**
 * Links to headings and footnotes lead there without the address, where the secret stands: opened in another tab, they show the
 * preview there.
 */
function keepSecret(shown: HTMLElement, token: string): void {
  for (const link of shown.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    link.dataset.within ??= link.getAttribute('href') ?? '';
    link.setAttribute('href', `#${token}`);
  }
}

function followWithin(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-within]') : null;
  // What the browser does by itself with such a click, as opening a tab, it does.
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const target = document.getElementById(idOf(link.dataset.within ?? ''));
  if (!target) return;
  // What isn't a link itself takes the focus only so.
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
}

function idOf(href: string): string {
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

interface SectionProps {
  section: NonNullable<Preview['section']>;
  token: string;
}

function Section({ section, token }: SectionProps) {
  const { html, sectionType, title, type, video } = section;
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = shown;
    current?.addEventListener('click', followWithin);
    return () => current?.removeEventListener('click', followWithin);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text brings other links.
  useEffect(() => {
    if (shown.current) keepSecret(shown.current, token);
  }, [html, token]);
  return (
    <section ref={shown} className={classes.section} aria-label={title} aria-live="polite">
      <h2>{title}</h2>
      {type === 'video' && video === null && <p role="note">{m.courses_video_unavailable()}</p>}
      {video && (
        <Suspense>
          <VideoPlayer video={video} title={title} />
        </Suspense>
      )}
      {sectionType === 'exam' && <Notice>{m.publishing_preview_exam()}</Notice>}
      {sectionType === 'lab' && <Notice>{m.publishing_preview_lab()}</Notice>}
      <Prose html={html} />
    </section>
  );
}
