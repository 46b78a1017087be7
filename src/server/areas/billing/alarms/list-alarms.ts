import type { PaymentAlarm } from '#contract/payment-alarms';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectOpenAlarms } from './alarm-sql.ts';

/** What went wrong with money and nobody has looked at yet. */
export async function listAlarms({ db }: Services, { viewer }: Caller): Promise<PaymentAlarm[]> {
  authorise(canAdminister(viewer));
  const rows = await selectOpenAlarms(db.kysely);
  return rows.map(({ cause, kind, raised_at, subject, team, user_id }) => ({
    cause,
    kind,
    subject,
    userId: user_id,
    team,
    raisedAt: raised_at.toISOString(),
  }));
}
