import { useQuery } from '@tanstack/react-query';
import { failureCode } from '#web/lib/api/api-error.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { WayBack } from '#web/ui/layout/way-back.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { LateDecision } from './late-decision.tsx';
import { lateReviewQuery } from './queries.ts';
import classes from './review.module.css';

/** Answers that came after the deadline, beside those that count, for the marker who decides about them. */
export function LateReviewPage({ attemptId }: { attemptId: string }) {
  const { data: review, error } = useQuery(lateReviewQuery(useApi(), attemptId));
  if (error && !review)
    return failureCode(error) === 'ATTEMPT_NOT_FOUND' ? (
      <Page>
        <EmptyState heading="h1" title={m.late_missing_attempt()} text={m.late_missing_attempt_text()} />
      </Page>
    ) : (
      <ErrorState error={error} heading="h1" />
    );
  if (!review) return <LoadingState />;
  const name = review.candidate ?? m.marking_blind({ code: review.code });
  return (
    <Page>
      <WayBack>
        <TextLink to="/admin/marking" quiet>
          {m.late_back()}
        </TextLink>
      </WayBack>
      <PageHeader title={`${m.late_title()}: ${name}`} lead={`${review.course}: ${review.exam}`} />
      <p className={classes.lead}>{m.late_lead({ deadline: formatTime(review.deadlineAt) })}</p>
      <LateDecision key={attemptId} review={review} />
    </Page>
  );
}
