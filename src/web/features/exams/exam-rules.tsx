import type { ExamOverview } from '#contract/exams/exams';
import { formatMinutes, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import classes from './exams.module.css';

/** How the exam is held, before it begins. */
export function ExamRules({ exam }: { exam: ExamOverview }) {
  const {
    attemptsAllowed,
    attemptsTaken,
    closesAt,
    countsSince,
    navigation,
    passMark,
    questions,
    timeLimit,
    waits,
  } = exam;
  const rules = [
    [m.exams_rule_questions(), String(questions)],
    [m.exams_rule_pass(), m.exams_rule_pass_value({ percent: passMark })],
    [m.exams_rule_time(), timeLimit === null ? m.exams_rule_time_none() : formatMinutes(timeLimit)],
    [
      m.exams_rule_attempts(),
      attemptsAllowed === null
        ? m.exams_rule_attempts_none()
        : m.exams_rule_attempts_value({ taken: attemptsTaken, allowed: attemptsAllowed }),
    ],
    ...(countsSince === null ? [] : [[m.exams_rule_since(), formatTime(countsSince)]]),
    ...(waits.length === 0 || attemptsAllowed === 1
      ? []
      : [[m.exams_rule_wait(), waits.map(waitWords).join(', ')]]),
    ...(navigation === 'forward' ? [[m.exams_rule_order(), m.exams_rule_forward()]] : []),
    ...(closesAt === null ? [] : [[m.exams_rule_closes(), formatTime(closesAt)]]),
  ];
  return (
    <dl className={classes.rules}>
      {rules.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function waitWords(minutes: number): string {
  return minutes === 0 ? m.exams_rule_wait_none() : formatMinutes(minutes);
}
