import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { ExamOverview } from '#contract/exams/exams';
import { LATE_DAYS } from '#domain/exams/attempts/late-answer';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { WayBack } from '#web/ui/layout/way-back.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useShownAttempt } from './attempt/use-shown-attempt.ts';
import { ExamRules } from './exam-rules.tsx';
import classes from './exams.module.css';
import { attemptQuery, examQuery, readAttempt } from './queries.ts';

const loadPlayer = () => import('./attempt/exam-player.tsx');
const ExamPlayer = lazy(() => loadPlayer().then((loaded) => ({ default: loaded.ExamPlayer })));
const LateSender = latePart(() => import('./late/late-sender.tsx'), 'LateSender');
const ExamResult = latePart(() => import('./results/exam-result.tsx'), 'ExamResult');

interface ExamPageProps {
  slug: string;
  sectionKey: string;
}

/** Checks of code take seconds: their result is asked for again and again. */
const CHECKING_MS = 2000;

/** What comes first, when it opens, which plan it takes: the course says so, with the way there. */
const TOLD_BY_COURSE: ReadonlySet<string | null> = new Set([
  'SECTION_LOCKED',
  'TIER_REQUIRED',
  'COURSE_NOT_FOUND',
  'SECTION_NOT_FOUND',
]);

/** An exam: its rules and the own attempts; the attempt that was started or chosen. */
export function ExamPage({ sectionKey, slug }: ExamPageProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const { data: exam, error } = useQuery(examQuery(api, slug, sectionKey));
  const [shown, show] = useShownAttempt();
  const [busy, setBusy] = useState(false);
  // It is there when the exam starts, also where the connection goes in between.
  useEffect(() => void loadPlayer().catch(() => null), []);
  const start = async ({ sectionId }: ExamOverview) => {
    const stillHere = noteVisit();
    setBusy(true);
    try {
      const attempt = await readAttempt(() => api.exams.start({ sectionId }));
      queryClient.setQueryData(attemptQuery(api, attempt.id).queryKey, attempt);
      show(attempt.id);
      void queryClient.invalidateQueries({ queryKey: ['exams', 'exam'] });
      window.scrollTo({ top: 0 });
    } catch (failure) {
      toastFailure(failure, { title: m.exams_start_failed() });
      if (failureCode(failure) === 'NOT_ENROLLED' && stillHere())
        await navigate({ to: '/courses/$slug', params: { slug } });
      void queryClient.invalidateQueries({ queryKey: ['exams', 'exam'] });
    } finally {
      setBusy(false);
    }
  };
  if (error && !exam && TOLD_BY_COURSE.has(failureCode(error)))
    return <Navigate to="/courses/$slug/learn/$section" params={{ slug, section: sectionKey }} replace />;
  if (error && !exam) return <ErrorState error={error} title={m.exams_failed_load()} heading="h1" />;
  if (!exam) return <LoadingState />;
  const open = exam.attempts.find(({ submittedAt }) => submittedAt === null);
  const leave = () => {
    show(null);
    void queryClient.invalidateQueries({ queryKey: ['exams', 'exam'] });
  };
  if (shown)
    return (
      <Attempt
        id={shown}
        head={<Head exam={exam} sectionKey={sectionKey} slug={slug} />}
        title={exam.title}
        onBack={leave}
      />
    );
  return (
    <Page width="text">
      <Head exam={exam} sectionKey={sectionKey} slug={slug} />
      <ExamRules exam={exam} />
      <Granted exam={exam} />
      <Prose html={exam.introHtml} />
      <p className={classes.promise}>
        {m.exams_promise()}{' '}
        {(exam.timeLimit !== null || exam.closesAt !== null) && m.exams_promise_late({ days: LATE_DAYS })}
      </p>
      {exam.attempts.some(({ submittedAt }) => submittedAt) && (
        <Suspense>
          <LateSender attempts={exam.attempts} />
        </Suspense>
      )}
      {open || exam.mayStart === 'yes' ? (
        <Button size="lg" busy={busy} onClick={() => start(exam)}>
          {busy ? m.exams_starting() : startWords(exam, Boolean(open))}
        </Button>
      ) : (
        <p role="status">{refusal(exam)}</p>
      )}
      {exam.attempts.length > 0 && <Attempts exam={exam} onShow={show} />}
    </Page>
  );
}

/** The way back to the course, and which exam this is. */
function Head({ exam, sectionKey, slug }: { exam: ExamOverview; slug: string; sectionKey: string }) {
  return (
    <>
      <WayBack>
        <TextLink to="/courses/$slug/learn/$section" params={{ slug, section: sectionKey }} quiet>
          {m.exams_back()}
        </TextLink>
      </WayBack>
      <PageHeader title={exam.title} lead={exam.courseTitle} />
    </>
  );
}

interface AttemptProps {
  id: string;
  title: string;
  /** What stands over the result. */
  head: ReactNode;
  onBack: () => void;
}

function Attempt({ head, id, onBack, title }: AttemptProps) {
  const { data: attempt, error } = useQuery({
    ...attemptQuery(useApi(), id),
    refetchInterval: ({ state }) => (state.data?.result?.checking ? CHECKING_MS : false),
  });
  const stage = useRef<HTMLDivElement>(null);
  const isOver = Boolean(attempt?.result);
  // The button that led here is gone: the result is read from its beginning.
  useEffect(() => {
    if (isOver) stage.current?.focus({ preventScroll: true });
  }, [isOver]);
  if (error && !attempt) return <ErrorState error={error} title={m.exams_failed_load()} heading="h1" />;
  if (!attempt) return <LoadingState />;
  if (!attempt.result)
    return (
      <Suspense fallback={<LoadingState />}>
        <ExamPlayer
          key={`${id} ${attempt.forward?.place ?? ''}`}
          attempt={attempt}
          title={title}
          onLeave={onBack}
        />
      </Suspense>
    );
  return (
    <Page width="text">
      {head}
      <div ref={stage} tabIndex={-1} className={classes.stage}>
        <Suspense fallback={<LoadingState inline />}>
          <ExamResult attempt={attempt} result={attempt.result} />
        </Suspense>
        <div className={classes.end}>
          <Button variant="secondary" onClick={onBack}>
            {m.exams_overview()}
          </Button>
        </div>
      </div>
    </Page>
  );
}

/** What this person is granted, and why; the rules above hold it already. */
function Granted({ exam: { closesAt, granted } }: { exam: ExamOverview }) {
  if (granted.length === 0) return null;
  // An earlier date than the exam's own changes nothing.
  const closes = (at: string) => closesAt !== null && at >= closesAt;
  return (
    <section className={classes.granted} aria-labelledby="granted">
      <h2 id="granted">{m.exams_granted_title()}</h2>
      <ul>
        {granted.map((each) => (
          <li key={each.reason}>
            {[
              [
                each.extraPercent > 0 && m.exams_granted_percent({ percent: each.extraPercent }),
                each.extraMinutes > 0 && m.exams_granted_minutes({ minutes: each.extraMinutes }),
                each.extraAttempts > 0 && m.exams_granted_attempts({ count: each.extraAttempts }),
                each.opensAt && m.exams_granted_opens({ time: formatTime(each.opensAt) }),
                each.closesAt &&
                  closes(each.closesAt) &&
                  m.exams_granted_closes({ time: formatTime(each.closesAt) }),
              ]
                .filter(Boolean)
                .join(', '),
              m.exams_granted_reason({ reason: each.reason }),
            ]
              .filter(Boolean)
              .join('. ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Attempts({ exam, onShow }: { exam: ExamOverview; onShow: (id: string) => void }) {
  return (
    <section className={classes.attempts} aria-labelledby="attempts">
      <h2 id="attempts">{m.exams_attempts_title()}</h2>
      {exam.counted && exam.attemptsTaken > 1 && (
        <p className={classes.counted}>
          {COUNTED[exam.counts]()} {attemptWords(false, exam.counted.passed, exam.counted.percent)}.
        </p>
      )}
      <ul>
        {exam.attempts.map(({ id, number, passed, percent, startedAt, submittedAt, waiting }) => (
          <li key={id}>
            <span>
              <strong>{m.exams_attempt_number({ number })}</strong>
              <small>{formatTime(submittedAt ?? startedAt)}</small>
            </span>
            <span>
              {waiting
                ? m.exams_waiting_title()
                : attemptWords(submittedAt === null, passed === true, percent ?? 0)}
            </span>
            {submittedAt && (
              <Button variant="secondary" size="sm" onClick={() => onShow(id)}>
                {m.exams_look()}
                <span className="sr-only"> {m.exams_attempt_number({ number })}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const COUNTED: Readonly<Record<ExamOverview['counts'], () => string>> = {
  best: m.exams_counted_best,
  last: m.exams_counted_last,
  first: m.exams_counted_first,
  average: m.exams_counted_average,
};

function attemptWords(isOpen: boolean, passed: boolean, percent: number): string {
  if (isOpen) return m.exams_attempt_open();
  const whole = { percent: Math.floor(percent) };
  return passed ? m.exams_attempt_passed(whole) : m.exams_attempt_failed(whole);
}

function startWords({ attempts }: ExamOverview, isOpen: boolean): string {
  if (isOpen) return m.exams_resume();
  return attempts.length > 0 ? m.exams_again() : m.exams_start();
}

function refusal({ mayStart, mayStartAt }: ExamOverview): string {
  const time = mayStartAt ? formatTime(mayStartAt) : '';
  if (mayStart === 'wait') return m.exams_wait({ time });
  if (mayStart === 'not-open') return m.exams_not_open({ time });
  return mayStart === 'closed' ? m.exams_closed() : m.exams_none_left();
}
