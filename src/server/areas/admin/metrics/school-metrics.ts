import { MAIL_PRIORITY } from '#emails/mail-priority';
import type { Metric, Sample } from '#server/platform/metrics/prometheus-text';
import type { SchoolGauges } from './gauges-sql.ts';

/** Metrics of the whole school: every process says the same. */
export function schoolMetrics(gauges: SchoolGauges): Metric[] {
  return [...mailMetrics(gauges), ...queueMetrics(gauges), ...paymentMetrics(gauges), ...rest(gauges)];
}

function mailMetrics({ failed_mails, mails }: SchoolGauges): Metric[] {
  const byLane = (value: (mail: SchoolGauges['mails'][number] | undefined) => number): Sample[] =>
    Object.entries(MAIL_PRIORITY).map(([lane, priority]) => ({
      labels: { lane },
      value: value(mails.find((mail) => mail.priority === priority)),
    }));
  return [
    gauge(
      'lectern_mails_waiting',
      'Emails that have not been sent, by lane.',
      byLane((mail) => mail?.waiting ?? 0),
    ),
    gauge(
      'lectern_mail_overdue_seconds',
      'For how long the most overdue email could have been sent, by lane.',
      byLane((mail) => mail?.overdue ?? 0),
    ),
    gauge('lectern_mails_failed', 'Emails that were given up and wait for an administrator.', failed_mails),
  ];
}

function queueMetrics(gauges: SchoolGauges): Metric[] {
  return [
    gauge('lectern_lab_runs', 'Labs that wait for a judge or are being judged.', [
      { labels: { state: 'queued' }, value: gauges.labs_queued },
      { labels: { state: 'running' }, value: gauges.labs_running },
    ]),
    gauge('lectern_lab_oldest_queued_seconds', 'Age of the lab that waits longest.', gauges.labs_oldest),
    gauge('lectern_notices_due', 'Events that people have not been notified of yet.', gauges.notices_due),
    gauge('lectern_notices_failing', 'Those of them that failed at least once.', gauges.notices_failing),
    gauge('lectern_notice_oldest_due_seconds', 'For how long the oldest is due.', gauges.notices_oldest),
  ];
}

function paymentMetrics(gauges: SchoolGauges): Metric[] {
  const states = (open: number, parked: number): Sample[] => [
    { labels: { state: 'open' }, value: open },
    { labels: { state: 'parked' }, value: parked },
  ];
  return [
    gauge(
      'lectern_billing_inbox',
      'Webhooks of the payment provider that wait, or were given up.',
      states(gauges.inbox_waiting, gauges.inbox_parked),
    ),
    gauge(
      'lectern_billing_commands',
      'Orders to the payment provider that wait, or were given up.',
      states(gauges.commands_open, gauges.commands_parked),
    ),
  ];
}

function rest({ archive_failing, chores, database_bytes }: SchoolGauges): Metric[] {
  return [
    gauge(
      'lectern_chore_finished_timestamp_seconds',
      'When each chore of the school last ended.',
      chores.flatMap(({ finished, name }) =>
        finished === null ? [] : [{ labels: { chore: name }, value: finished }],
      ),
    ),
    gauge(
      'lectern_chore_failing',
      '1 where the last run of a chore failed.',
      chores.map(({ has_failed, name }) => ({ labels: { chore: name }, value: has_failed ? 1 : 0 })),
    ),
    gauge('lectern_database_size_bytes', 'Size of the database.', database_bytes),
    gauge(
      'lectern_database_archive_failing',
      "1 while the database can't archive its log; 0 also where it keeps no archive.",
      archive_failing ? 1 : 0,
    ),
  ];
}

function gauge(name: string, help: string, value: number | readonly Sample[]): Metric {
  return { name, type: 'gauge', help, samples: typeof value === 'number' ? [{ value }] : value };
}
