import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type ProcessReporter, processReporter } from '#server/areas/admin/health/process-reporter';
import { productVersion } from '#server/product-version';
import type { Readiness } from '#server/readiness';
import type { Services } from '#server/services';

/** Who says how this process is. */
export function openReporter(
  services: Pick<Services, 'config' | 'db' | 'encoder'>,
  kind: 'server' | 'judge',
  readiness: Readiness,
): ProcessReporter {
  const identity = {
    id: randomUUID(),
    kind,
    host: hostname(),
    pid: process.pid,
    version: productVersion(),
    node: process.versions.node,
    startedAt: new Date(performance.timeOrigin),
  };
  return processReporter(services, identity, readiness);
}
