import type { Hono } from 'hono';
import type { Version } from '#contract/site';
import { selectGauges } from '#server/areas/admin/metrics/gauges-sql';
import { schoolMetrics } from '#server/areas/admin/metrics/school-metrics';
import type { ReplicaState } from '#server/db/replica/replica';
import type { StoreState } from '#server/platform/health/store-health';
import { type Metric, PROMETHEUS_TYPE, prometheusText } from '#server/platform/metrics/prometheus-text';
import type { Services } from '#server/services';
import { bearerToken, isSecret } from '../is-secret.ts';
import type { HttpEnv } from '../request-scope.ts';
import { keptGauges } from './kept-gauges.ts';
import { ProcessMetrics } from './process-metrics.ts';
import type { RequestMetrics } from './request-metrics.ts';

export interface MetricsOptions {
  readonly requests: RequestMetrics;
  readonly version: Version;
  readonly hearsChanges: () => boolean;
  readonly isDiskFull: () => boolean;
  readonly store: () => Promise<StoreState | undefined>;
  /** How many pages are notified of changes at the moment. */
  readonly streams: () => number;
}

/** GET /metrics for Prometheus, for who sends METRICS_TOKEN as a bearer token. Nobody else gets an answer. */
export function mountMetrics(
  app: Hono<HttpEnv>,
  { clock, config: { metricsToken }, db, replica }: Pick<Services, 'clock' | 'config' | 'db' | 'replica'>,
  options: MetricsOptions,
): void {
  if (metricsToken === undefined) return;
  const gauges = keptGauges(() => selectGauges(db.kysely, clock.now()));
  const own = new ProcessMetrics();
  app.get('/metrics', async (context) => {
    context.get('scope').route = '/metrics';
    const headers = { 'cache-control': 'no-store' };
    if (!isSecret(bearerToken(context.req.header('authorization')), metricsToken))
      return context.body(null, 401, { ...headers, 'www-authenticate': 'Bearer' });
    const [school, store, copy] = await Promise.all([gauges(), options.store(), replica?.look()]);
    const text = prometheusText([
      ...stateMetrics(options, school !== null),
      ...storeMetrics(store),
      ...options.requests.read(),
      ...statementMetrics(db),
      ...replicaMetrics(replica, copy),
      ...(school ? schoolMetrics(school) : []),
      ...own.read(),
    ]);
    return context.body(text, 200, { ...headers, 'content-type': PROMETHEUS_TYPE });
  });
}

function stateMetrics(
  { hearsChanges, isDiskFull, streams, version }: MetricsOptions,
  answers: boolean,
): Metric[] {
  const gauge = (name: string, help: string, value: number | boolean): Metric => ({
    name,
    type: 'gauge',
    help,
    samples: [{ value: Number(value) }],
  });
  return [
    {
      name: 'lectern_build_info',
      type: 'gauge',
      help: 'Always 1; its labels say which release runs.',
      samples: [{ labels: { version: version.version, build: version.build }, value: 1 }],
    },
    gauge('lectern_database_up', '1 while the database answers.', answers),
    gauge(
      'lectern_database_notifications_up',
      '1 while changes by other processes are heard.',
      hearsChanges(),
    ),
    gauge('lectern_disk_full', '1 while changes are refused for want of disk space.', isDiskFull()),
    gauge('lectern_event_streams', 'Open pages that are notified of new comments.', streams()),
  ];
}

function storeMetrics(state: StoreState | undefined): Metric[] {
  const samples = state === undefined ? [] : [{ value: state === 'ok' ? 1 : 0 }];
  return [
    { name: 'lectern_store_up', type: 'gauge', help: '1 while the object store of S3_URL answers.', samples },
  ];
}

function replicaMetrics(replica: Services['replica'], state: ReplicaState | undefined): Metric[] {
  if (replica === undefined) return [];
  const { primary, replica: own } = replica.reads;
  return [
    {
      name: 'lectern_replica_up',
      type: 'gauge',
      help: '1 while the replica of DATABASE_REPLICA_URL answers and has caught up.',
      samples: [{ value: state === 'ok' ? 1 : 0 }],
    },
    {
      name: 'lectern_replica_reads_total',
      type: 'counter',
      help: 'Lists, reports, and exports, by where they were read.',
      samples: [
        { labels: { server: 'replica' }, value: own },
        { labels: { server: 'primary' }, value: primary },
      ],
    },
  ];
}

function statementMetrics({ pool, statements }: Services['db']): Metric[] {
  return [
    {
      name: 'lectern_database_statement_duration_seconds',
      type: 'histogram',
      help: 'Time that statements took.',
      samples: statements.durations.samples(),
    },
    {
      name: 'lectern_database_statements_failed_total',
      type: 'counter',
      help: 'Statements that failed.',
      samples: [{ value: statements.failed }],
    },
    {
      name: 'lectern_database_slow_statements_total',
      type: 'counter',
      help: 'Statements that took longer than SLOW_STATEMENT_MS.',
      samples: [{ value: statements.slow }],
    },
    {
      name: 'lectern_database_pool_connections',
      type: 'gauge',
      help: 'Connections to the database.',
      samples: [
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
      ],
    },
    {
      name: 'lectern_database_pool_waiting',
      type: 'gauge',
      help: 'Requests that wait for a connection.',
      samples: [{ value: pool.waitingCount }],
    },
  ];
}
