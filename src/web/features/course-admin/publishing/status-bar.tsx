import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Standing } from '#contract/courses/publishing';
import { type CourseState, nextStates } from '#domain/courses/life-cycle';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ACTIONS } from '#web/ui/badges/state-actions.ts';
import { StateBar, useBarFocus } from '#web/ui/badges/state-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { PreviewLinks } from './preview-links.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { statusQuery } from './status-queries.ts';

/** Where a course or post stands, and what can become of it. */
export function StatusBar({ id }: { id: string }) {
  const { data } = useQuery(statusQuery(useApi(), id));
  const [asked, setAsked] = useState<CourseState | null>(null);
  const [showsLinks, setShowsLinks] = useState(false);
  const { bar, keepFocus } = useBarFocus();
  if (!data) return null;
  const close = () => {
    setAsked(null);
    keepFocus();
  };
  return (
    <>
      <StateBar ref={bar} state={data.state} words={wordsOf(data)}>
        {nextStates(data.state)
          .filter((state) => state !== 'archived' || data.state !== 'archived' || data.kind === 'course')
          .map((state) => (
            <Button key={state} variant="secondary" size="sm" onClick={() => setAsked(state)}>
              {actionOf(data.state, state)}
            </Button>
          ))}
        <Button variant="quiet" size="sm" onClick={() => setShowsLinks(true)}>
          {m.publishing_links()}
        </Button>
      </StateBar>
      <StatusDialog standing={data} to={asked} onClose={close} />
      <PreviewLinks id={id} open={showsLinks} onClose={() => setShowsLinks(false)} />
    </>
  );
}

function actionOf(from: CourseState, to: CourseState): string {
  if (from !== to) return ACTIONS[to]();
  return to === 'scheduled' ? m.publishing_to_rescheduled() : m.publishing_to_access();
}

function wordsOf(standing: Standing): string {
  const { keepsAccess, kind, learners, publishAt, publishedAt, sections, state } = standing;
  if (state === 'draft') return m.publishing_is_draft();
  if (state === 'scheduled')
    return m.publishing_is_scheduled({ time: publishAt ? formatTime(publishAt) : '' });
  if (state === 'unlisted') return m.publishing_is_unlisted();
  if (state === 'archived')
    return keepsAccess && kind === 'course'
      ? m.publishing_is_archived({ learners })
      : m.publishing_is_archived_closed();
  const since = publishedAt ? m.publishing_is_published({ date: formatDate(publishedAt) }) : '';
  return sections === 0 ? `${since} ${m.publishing_is_empty()}` : since;
}
