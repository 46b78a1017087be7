import { alertForm } from '#contract/administration/alert-settings';
import type { SystemHealth } from '#contract/administration/health';
import { canAdminister } from '#domain/access/can-administer';
import { findProblems, SILENT_AFTER } from '#domain/health/problems';
import { sumLibrary } from '#server/areas/media/library-sql';
import { getSetting } from '#server/areas/settings/get-setting';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { describeBackups } from '../backups/describe-backups.ts';
import { selectDatabaseFacts } from './health-sql.ts';
import { loadHealthState } from './load-health-state.ts';

/** How the system is: what is wrong first, then everything that can be looked at. */
export async function getHealth(services: Services, caller: Caller): Promise<SystemHealth> {
  authorise(canAdminister(caller.viewer));
  const { clock, config, db } = services;
  const [loaded, mediaBytes, database, { value: alerts }, backups] = await Promise.all([
    loadHealthState(services),
    sumLibrary(db.kysely),
    selectDatabaseFacts(db.kysely),
    getSetting(services, caller, 'alerts', alertForm),
    describeBackups(services),
  ]);
  const problems = findProblems(loaded.state, alerts);
  const { gauges } = loaded;
  return {
    checkedAt: clock.now().toISOString(),
    problems,
    processes: loaded.processes.map(toProcess),
    chores: loaded.chores.map((row) => toChore(row, problems)),
    queues: {
      mailsWaiting: gauges.mails.reduce((sum, { waiting }) => sum + waiting, 0),
      mailsFailed: gauges.failed_mails,
      noticesDue: gauges.notices_due,
      labsQueued: gauges.labs_queued,
      labsRunning: gauges.labs_running,
      payments: services.payments
        ? {
            waiting: gauges.inbox_waiting + gauges.commands_open,
            parked: loaded.state.parkedPayments,
            drifts: loaded.state.paymentDrifts,
          }
        : null,
    },
    storage: {
      place: config.s3 ? 'bucket' : 'folder',
      mediaBytes,
      mediaQuotaBytes: config.mediaBytes,
    },
    database: { ...database, isEmbedded: config.databaseUrl === undefined, bytes: gauges.database_bytes },
    backup: loaded.facts.backup,
    backups,
    hasAlerts: alerts.emails.length > 0 || alerts.webhookUrl !== '',
  };
}

type Loaded = Awaited<ReturnType<typeof loadHealthState>>;

function toProcess({
  facts,
  host,
  kind,
  node,
  pid,
  seen_at,
  silent_seconds,
  started_at,
  version,
}: Loaded['processes'][number]) {
  return {
    ...facts,
    kind,
    host,
    pid,
    version,
    node,
    startedAt: started_at.toISOString(),
    seenAt: seen_at.toISOString(),
    isSilent: silent_seconds > SILENT_AFTER,
  };
}

function toChore(row: Loaded['chores'][number], problems: ReturnType<typeof findProblems>) {
  return {
    name: row.name,
    lastStartedAt: row.last_started_at.toISOString(),
    lastFinishedAt: row.last_finished_at?.toISOString() ?? null,
    isRunning: row.is_running,
    isAsked: row.is_asked,
    failures: row.failures,
    error: row.last_error,
    hasProblem: problems.some(
      ({ kind, subject }) => subject === row.name && (kind === 'chore-failing' || kind === 'chore-stuck'),
    ),
  };
}
