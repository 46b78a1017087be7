import { alertForm } from '#contract/administration/alert-settings';
import { HOUR_MS, nextAlerts } from '#domain/health/alerts';
import { findProblems } from '#domain/health/problems';
import { selectSetting } from '#server/areas/settings/sql';
import { recordAudit, systemCaller } from '#server/db/audit';
import { holdTurn } from '#server/db/hold-turn';
import type { Services } from '#server/services';
import { loadHealthState } from '../health/load-health-state.ts';
import { deleteSilentProcesses } from '../health/process-sql.ts';
import {
  countReported,
  deleteOldAlerts,
  endAlert,
  insertAlert,
  raiseAlert,
  selectOpenAlerts,
  touchAlert,
} from './alert-sql.ts';
import { postAlerts } from './post-alerts.ts';
import { sendAlert } from './send-alert.ts';

/**
 * Looks for problems of the system, notifies those whom the settings name, once for each cause, and again when it is over. All
 * that was reported is in the database, so several processes report it once.
 */
export async function watchHealth(services: Services): Promise<void> {
  const { clock, db } = services;
  await deleteSilentProcesses(db.kysely);
  await deleteOldAlerts(db.kysely, clock.now());
  const { state } = await loadHealthState(services);
  await db.transaction(async (trx) => {
    await holdTurn(trx, 'health alerts');
    const now = clock.now();
    const row = await selectSetting(trx, 'alerts');
    const settings = alertForm.parse(row?.value ?? {});
    const reported = await countReported(trx, new Date(now.getTime() - HOUR_MS));
    const { end, fresh, raise, seen } = nextAlerts(
      await selectOpenAlerts(trx),
      findProblems(state, settings),
      { now: now.getTime(), room: settings.perHour - reported },
    );
    for (const problem of fresh) await insertAlert(trx, problem, now);
    for (const { id, problem } of seen) await touchAlert(trx, id, problem.detail, now);
    for (const id of raise) {
      const alert = await raiseAlert(trx, id, now);
      await sendAlert(trx, services, settings, { alert, event: 'raised' });
      await audit(trx, 'health.raise-alert', alert);
    }
    for (const { id, isReported } of end) {
      const alert = await endAlert(trx, id, { isReported, now });
      if (!isReported) continue;
      await sendAlert(trx, services, settings, { alert, event: 'over' });
      await audit(trx, 'health.end-alert', alert);
    }
  });
  await postAlerts(services);
}

function audit(
  trx: Parameters<typeof recordAudit>[0],
  action: string,
  { id, kind, subject }: { readonly id: string; readonly kind: string; readonly subject: string },
): Promise<void> {
  return recordAudit(trx, systemCaller, { action, entity: 'alert', entityId: id, after: { kind, subject } });
}
