import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ExamAttempt, ExamResultReply, TopicReply } from '#contract/exams/exams';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './topic-results.module.css';

const PracticeRound = lazy(() =>
  import('./practice-round.tsx').then((module) => ({ default: module.PracticeRound })),
);

const LEVELS: Readonly<Record<TopicReply['level'], () => string>> = {
  good: m.exams_topic_good,
  fair: m.exams_topic_fair,
  weak: m.exams_topic_weak,
};

/** How each topic went, what to read again, and the way to a practice round. */
export function TopicResults({ attempt, result }: { attempt: ExamAttempt; result: ExamResultReply }) {
  const [practicing, setPracticing] = useState(false);
  const { practice, topics } = result;
  const numbers = new Map(attempt.questions.map(({ id }, at) => [id, at + 1]));
  return (
    <section className={classes.topics} aria-labelledby="topics">
      <h2 id="topics">{m.exams_topics_title()}</h2>
      {topics.some(({ percent }) => percent === null) && (
        <p className={classes.hint}>{m.exams_topics_coarse()}</p>
      )}
      <ul className={classes.list}>
        {topics.map((topic) => (
          <Topic key={topic.name} topic={topic} numbers={numbers} />
        ))}
      </ul>
      {practice && (
        <div className={classes.practice}>
          <Button onClick={() => setPracticing(true)}>{m.exams_practice()}</Button>
          <p className={classes.hint}>{m.exams_practice_text()}</p>
        </div>
      )}
      {practicing && (
        <Suspense>
          <PracticeRound attemptId={attempt.id} onClose={() => setPracticing(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Topic({ numbers, topic }: { topic: TopicReply; numbers: ReadonlyMap<string, number> }) {
  const { slug } = useParams({ strict: false });
  const { lessons, level, missed, name, percent, questions } = topic;
  const lost = missed.flatMap((id) => numbers.get(id) ?? []);
  return (
    <li data-level={level}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <span className={classes.hint}>{m.exams_topic_questions({ count: questions })}</span>
        <span className={classes.level}>
          {percent !== null && <span>{m.exams_topic_score({ percent })} · </span>}
          {LEVELS[level]()}
        </span>
      </div>
      {percent !== null && (
        <div className={classes.bar} aria-hidden="true">
          <span style={{ inlineSize: `${percent}%` }} />
        </div>
      )}
      {lost.length > 0 && (
        <p className={classes.links}>
          {m.exams_topic_missed()}{' '}
          {lost.map((number) => (
            <a key={number} href={`#question-${number}`}>
              {m.exams_question({ number })}
            </a>
          ))}
        </p>
      )}
      {slug !== undefined && lessons.length > 0 && (
        <p className={classes.links}>
          {m.exams_topic_read()}{' '}
          {lessons.map(({ key, title }) => (
            <TextLink key={key} to="/courses/$slug/learn/$section" params={{ slug, section: key }}>
              {title}
            </TextLink>
          ))}
        </p>
      )}
    </li>
  );
}
