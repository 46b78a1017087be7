import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WaitingAnswer } from '#contract/marking';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SelectField } from '#web/ui/text-field.tsx';
import classes from './marking.module.css';
import { queueQuery } from './queries.ts';

/** Answers that wait for a mark, oldest first. */
export function MarkingQueue() {
  const [sectionId, setSectionId] = useState('');
  const { data, error } = useQuery(queueQuery(useApi(), sectionId || undefined));
  return (
    <Page>
      <PageHeader title={m.marking_title()} lead={m.marking_lead()} />
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && data.exams.length === 0 && (
        <EmptyState title={m.marking_none()} text={m.marking_none_text()} />
      )}
      {data && data.exams.length > 1 && (
        <div className={classes.filter}>
          <SelectField
            label={m.marking_exam()}
            value={sectionId}
            onChange={(event) => setSectionId(event.target.value)}
          >
            <option value="">{m.marking_all()}</option>
            {data.exams.map(({ count, course, exam, sectionId: id }) => (
              <option key={id} value={id}>
                {m.marking_count({ title: `${course}: ${exam}`, count })}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {data && data.items.length > 0 && (
        <ul className={classes.queue}>
          {data.items.map((item) => (
            <QueueRow key={`${item.attemptId} ${item.question}`} item={item} />
          ))}
        </ul>
      )}
    </Page>
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
