import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { LateAttempt, WaitingAnswer } from '#contract/exams/marking';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SelectField } from '#web/ui/fields/text-field.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RowList } from '#web/ui/layout/row-list.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './marking.module.css';
import { queueQuery } from './queries.ts';

/** Answers that wait for a mark, oldest first; of one exam where the address names it. */
export function MarkingQueue({ exam = '' }: { exam?: string | undefined }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(queueQuery(useApi(), exam || undefined));
  const choose = (next: string) =>
    navigate({ to: '/admin/marking', search: next ? { exam: next } : {}, replace: true, resetScroll: false });
  const waiting = data?.exams.filter(({ sectionId }) => !exam || sectionId === exam) ?? [];
  const count = waiting.reduce((sum, each) => sum + each.count, 0);
  return (
    <Page>
      <PageHeader title={m.marking_title()} lead={m.marking_lead()} />
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && data.exams.length > (waiting.length === 0 ? 0 : 1) && (
        <div className={classes.filter}>
          <SelectField
            label={m.marking_exam()}
            value={waiting.length === 0 ? '' : exam}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">{m.marking_all()}</option>
            {data.exams.map(({ count: each, course, exam: title, sectionId }) => (
              <option key={sectionId} value={sectionId}>
                {m.marking_count({ title: `${course}: ${title}`, count: each })}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {data && data.late.length > 0 && <LateList late={data.late} />}
      {data?.items.length === 0 &&
        data.late.length === 0 &&
        (data.exams.length === 0 ? (
          <EmptyState title={m.marking_none()} text={m.marking_none_text()} />
        ) : (
          <EmptyState title={m.marking_none_here()}>
            <LinkButton to="/admin/marking" variant="secondary">
              {m.marking_show_all()}
            </LinkButton>
          </EmptyState>
        ))}
      {data && data.items.length < count && (
        <p className={classes.quiet}>{m.marking_first({ shown: data.items.length, count })}</p>
      )}
      {data && data.items.length > 0 && (
        <RowList>
          {data.items.map((item) => (
            <QueueRow key={`${item.attemptId} ${item.question}`} item={item} />
          ))}
        </RowList>
      )}
    </Page>
  );
}

/** Attempts with answers that came after the deadline. */
function LateList({ late }: { late: readonly LateAttempt[] }) {
  return (
    <section className={classes.late} aria-labelledby="late">
      <h2 id="late">{m.late_title()}</h2>
      <RowList>
        {late.map(({ attemptId, candidate, code, count, course, exam, waitsSince }) => {
          const name = candidate ?? m.marking_blind({ code });
          return (
            <li key={attemptId}>
              <span>
                <strong>{name}</strong>
                <span className={classes.asked}>{m.late_count({ count })}</span>
                <small>
                  {course}: {exam}
                </small>
              </span>
              <small>{m.marking_since({ time: formatTime(waitsSince) })}</small>
              <LinkButton
                to="/admin/late-answers/$attempt"
                params={{ attempt: attemptId }}
                variant="secondary"
                size="sm"
                aria-label={m.late_review_of({ name })}
              >
                {m.late_review()}
              </LinkButton>
            </li>
          );
        })}
      </RowList>
    </section>
  );
}

function QueueRow({ item }: { item: WaitingAnswer }) {
  const { attemptId, candidate, code, course, exam, prompt, question, waitsSince } = item;
  const name = candidate ?? m.marking_blind({ code });
  return (
    <li>
      <span>
        <strong>{name}</strong>
        {prompt && <span className={classes.asked}>{prompt}</span>}
        <small>
          {course}: {exam}
        </small>
      </span>
      <small>{m.marking_since({ time: formatTime(waitsSince) })}</small>
      <LinkButton
        to="/admin/marking/$attempt/$question"
        params={{ attempt: attemptId, question }}
        variant="secondary"
        size="sm"
        aria-label={prompt ? m.marking_mark_question_of({ name, prompt }) : m.marking_mark_of({ name })}
      >
        {m.marking_mark()}
      </LinkButton>
    </li>
  );
}
