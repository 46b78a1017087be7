import type { Overview } from '#contract/administration/overview';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectFigures, selectTierCounts } from './overview-sql.ts';

/** What the administrators' dashboard shows: real counts, what waits, and how the school grew. */
export async function getOverview(
  { clock, db, payments, settings }: Services,
  { viewer }: Caller,
): Promise<Overview> {
  authorise(canAdminister(viewer));
  const now = clock.now();
  const figures = await selectFigures(db.kysely, now);
  const { bank, legal } = await settings.current();
  const members = await selectTierCounts(db.kysely);
  return {
    courses: figures.courses,
    users: members.free + members.basic + members.premium,
    plans: figures.plans,
    recent: { newUsers: figures.new_users, comments: figures.comments, signIns: figures.sign_ins },
    attention: {
      openMessages: figures.open_messages,
      reportedComments: figures.reported_comments,
      waitingAnswers: figures.waiting_answers,
      failedMails: figures.failed_mails,
      openDisputes: figures.open_disputes,
      parkedPayments: figures.parked_payments,
      paymentAlarms: figures.payment_alarms,
      pendingTransfers: figures.pending_transfers,
      isCountryMissing: (payments !== undefined || bank.isOn) && legal.country === '',
    },
    registrations: figures.registrations,
    tiers: [...figures.tiers, { day: now.toISOString().slice(0, 10), ...members }],
  };
}
