import { processFacts } from '#contract/administration/health';
import type { HealthState } from '#domain/health/problems';
import { MAIL_PRIORITY } from '#emails/mail-priority';
import type { Services } from '#server/services';
import { selectGauges } from '../metrics/gauges-sql.ts';
import { selectChores, selectProcesses, selectSchoolFacts } from './health-sql.ts';

/** Everything that the rules about problems ask for, with the rows that it was made of. */
export async function loadHealthState({ clock, db }: Pick<Services, 'clock' | 'db'>) {
  const [gauges, rows, chores, facts] = await Promise.all([
    selectGauges(db.kysely, clock.now()),
    selectProcesses(db.kysely),
    selectChores(db.kysely),
    selectSchoolFacts(db.kysely, clock.now()),
  ]);
  // What another version says of itself may have another shape.
  const processes = rows.flatMap((row) => {
    const { data } = processFacts.safeParse(row.facts);
    return data ? [{ ...row, facts: data }] : [];
  });
  const overdue = gauges.mails.map(({ overdue: seconds }) => seconds);
  const urgent = gauges.mails.find(({ priority }) => priority === MAIL_PRIORITY.urgent);
  const state: HealthState = {
    processes: processes.map(({ facts: { faults }, host, silent_seconds }) => ({
      host,
      silentSeconds: silent_seconds,
      faults,
    })),
    chores: chores.map((row) => ({
      name: row.name,
      failures: row.failures,
      error: row.last_error,
      everySeconds: row.every_seconds,
      startedSecondsAgo: row.started_seconds_ago,
      isRunning: row.is_running,
      isCutOff: row.is_cut_off,
    })),
    failedMails: gauges.failed_mails,
    overdueSeconds: Math.max(0, ...overdue),
    urgentOverdueSeconds: urgent?.overdue ?? 0,
    oldestNoticeSeconds: gauges.notices_oldest,
    parkedPayments: gauges.inbox_parked + gauges.commands_parked,
    paymentDrifts: facts.payment_drifts,
    oldestLabSeconds: gauges.labs_oldest,
    isArchiveFailing: gauges.archive_failing === true,
    backupError: facts.backup_error,
    backupSecondsAgo: facts.backup_seconds_ago,
    schoolAgeSeconds: facts.school_age_seconds,
  };
  return { chores, facts, gauges, processes, state };
}
