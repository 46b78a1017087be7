import { useQuery } from '@tanstack/react-query';
import type { MarkedAnswer } from '#contract/exams/marking';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { WayBack } from '#web/ui/layout/way-back.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { GivenCode } from './given-code.tsx';
import { MarkForm } from './mark-form.tsx';
import classes from './marking.module.css';
import { markedQuery } from './queries.ts';

/** One answer: what was asked, what was given, and the mark. */
export function MarkingPage({ attemptId, question }: { attemptId: string; question: string }) {
  const { data: answer, error } = useQuery(markedQuery(useApi(), attemptId, question));
  if (error && !answer) return <ErrorState error={error} heading="h1" />;
  if (!answer) return <LoadingState />;
  const name = answer.candidate ?? m.marking_blind({ code: answer.code });
  return (
    <Page>
      <WayBack>
        <TextLink to="/admin/marking" quiet>
          {m.marking_back()}
        </TextLink>
      </WayBack>
      <PageHeader title={name} lead={`${answer.course}: ${answer.exam}`} />
      {answer.late > 0 && (
        <Notice>
          {m.late_waiting_here({ count: answer.late })}{' '}
          <TextLink to="/admin/late-answers/$attempt" params={{ attempt: attemptId }}>
            {m.late_review()}
          </TextLink>
        </Notice>
      )}
      <div className={classes.desk}>
        <div>
          <section aria-labelledby="asked">
            <h2 id="asked" className={classes.label}>
              {m.marking_prompt()}
            </h2>
            <Prose html={answer.promptHtml} />
          </section>
          <section aria-labelledby="given" className={classes.given}>
            <h2 id="given" className={classes.label}>
              {m.marking_answer()}
            </h2>
            {answer.program ? <GivenCode program={answer.program} /> : <Given answer={answer} />}
          </section>
          {answer.explanationHtml && (
            <section aria-labelledby="hints">
              <h2 id="hints" className={classes.label}>
                {m.marking_hints()}
              </h2>
              <Prose html={answer.explanationHtml} />
            </section>
          )}
        </div>
        <div className={classes.side}>
          <MarkForm key={`${attemptId} ${question}`} answer={answer} />
          {answer.next && (
            <LinkButton
              to="/admin/marking/$attempt/$question"
              params={{ attempt: answer.next.attemptId, question: answer.next.question }}
              variant="secondary"
            >
              {m.marking_next()}
            </LinkButton>
          )}
        </div>
      </div>
    </Page>
  );
}

function Given({ answer }: { answer: MarkedAnswer }) {
  const { file, textHtml, words } = answer;
  if (textHtml === null && !file) return <p>{m.marking_no_file()}</p>;
  if (file)
    return (
      <p>
        <a href={`/api/exam-files/${file.id}`} download>
          {m.marking_download({ name: file.name, size: Math.ceil(file.bytes / 1000) })}
        </a>
      </p>
    );
  return (
    <>
      <Prose html={textHtml ?? ''} />
      {words && <p className={classes.quiet}>{lengthWords(words)}</p>}
    </>
  );
}

function lengthWords({ count, max, min }: NonNullable<MarkedAnswer['words']>): string {
  if (max !== null && count > max) return m.marking_words_long({ count, max });
  if (min !== null && count < min) return m.marking_words_short({ count, min });
  return m.marking_words({ count });
}
