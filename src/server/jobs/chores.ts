import { BACKUP_CHORE } from '#domain/backups/backup-chore';
import { COMPARE_ALL_CHORE, COMPARE_CHORE, FOLLOW_UP_CHORE } from '#domain/billing/compare-chores';
import { eraseDueAccounts } from '#server/areas/accounts/erasure/erase-due-accounts';
import { eraseUnconfirmed } from '#server/areas/accounts/erasure/erase-unconfirmed';
import { sweepAccounts } from '#server/areas/accounts/erasure/sweep-accounts';
import { watchHealth } from '#server/areas/admin/alerts/watch-health';
import { carryOutBackup } from '#server/areas/admin/backups/carry-out-backup';
import { deleteExpiredExports } from '#server/areas/admin/exports/delete-expired-exports';
import { forgetFailedMails } from '#server/areas/admin/mails/forget-failed-mails';
import { countMembers } from '#server/areas/admin/users/count-members';
import { followUpCommands } from '#server/areas/billing/commands/follow-up-commands';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { forgetNotices } from '#server/areas/billing/inbox/forget-notices';
import { carryOutRequests } from '#server/areas/billing/law/carry-out';
import { forgetRequests } from '#server/areas/billing/law/forget-requests';
import { followMode } from '#server/areas/billing/ledger/follow-mode';
import { followPolicy } from '#server/areas/billing/ledger/follow-policy';
import { turnTiers } from '#server/areas/billing/ledger/turn-tiers';
import { reconcile, reconcileAll } from '#server/areas/billing/looks/reconcile';
import { sendDueMails } from '#server/areas/billing/mails/send-due-mails';
import { catchUpMovements } from '#server/areas/billing/revenue/catch-up-movements';
import { forgetInvitations } from '#server/areas/billing/teams/forget-invitations';
import { forgetTrials } from '#server/areas/billing/trials/forget-trials';
import { remindCertificates } from '#server/areas/certificates/remind-certificates';
import { sweepComments } from '#server/areas/comments/sweep-comments';
import { publishDue } from '#server/areas/courses/publishing/publish-due';
import { keepImpacts } from '#server/areas/courses/trash/keep-impacts';
import { purgeTrash } from '#server/areas/courses/trash/purge-trash';
import { forgetFiles } from '#server/areas/exams/attempts/forget-files';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import { sweepAttempts } from '#server/areas/exams/attempts/sweep-attempts';
import { giveUpCode } from '#server/areas/exams/code/give-up-code';
import { keepFigures } from '#server/areas/exams/grades/keep-figures';
import { closeDrawings } from '#server/areas/media/close-drawings';
import { sweepMedia } from '#server/areas/media/sweep-media';
import { sweepUploads } from '#server/areas/media/uploads/sweep-uploads';
import { deleteOldRecords } from '#server/areas/privacy/delete-old-records';
import { removeAbandonedCopies } from '#server/areas/privacy/remove-abandoned-copies';
import { publishDuePages } from '#server/areas/site/custom/publish-due-pages';
import { renderAgain } from '#server/areas/site/rendering/render-again';
import { addUpCounts } from './add-up-counts.ts';
import { forgetCounters, forgetReplies } from './forget-requests.ts';
import { makeInProcess } from './make-in-process.ts';
import { removeUnfinishedFiles } from './remove-unfinished-files.ts';
import { resetFutureTimes } from './reset-future-times.ts';
import type { Chore } from './schedule.ts';

const MINUTE_MS = 60_000;

/** What is done for the school as a whole. */
export const SCHOOL_CHORES: readonly Chore[] = [
  // First: what an upgrade closes is open until then.
  { name: 'close drawings', everyMs: MINUTE_MS, scope: 'school', run: closeDrawings },
  { name: 'reset times in the future', everyMs: 5 * MINUTE_MS, scope: 'school', run: resetFutureTimes },
  { name: 'render texts again', everyMs: MINUTE_MS, scope: 'school', run: renderAgain },
  { name: 'publish scheduled courses and posts', everyMs: 5000, scope: 'school', run: publishDue },
  { name: 'publish scheduled pages', everyMs: 5000, scope: 'school', run: publishDuePages },
  { name: 'end exam attempts', everyMs: MINUTE_MS, scope: 'school', run: sweepAttempts },
  { name: 'hand over unchecked code', everyMs: MINUTE_MS, scope: 'school', run: giveUpCode },
  { name: 'forget rate limits', everyMs: MINUTE_MS, scope: 'school', run: forgetCounters },
  { name: 'forget idempotency keys', everyMs: MINUTE_MS, scope: 'school', run: forgetReplies },
  { name: 'forget expired sign-ins', everyMs: MINUTE_MS, scope: 'school', run: sweepAccounts },
  { name: 'erase accounts', everyMs: MINUTE_MS, scope: 'school', run: eraseDueAccounts },
  { name: 'erase unconfirmed accounts', everyMs: MINUTE_MS, scope: 'school', run: eraseUnconfirmed },
  { name: 'delete removed comments', everyMs: MINUTE_MS, scope: 'school', run: sweepComments },
  { name: 'remind of certificates', everyMs: MINUTE_MS, scope: 'school', run: remindCertificates },
  { name: 'forget unused files', everyMs: MINUTE_MS, scope: 'school', run: sweepMedia },
  { name: 'forget abandoned uploads', everyMs: MINUTE_MS, scope: 'school', run: sweepUploads },
  // Seldom: it looks at the files of all exams.
  {
    name: 'forget exam files',
    everyMs: 24 * 60 * MINUTE_MS,
    scope: 'school',
    run: (services) => forgetFiles(services),
  },
  { name: 'remove files', everyMs: MINUTE_MS, scope: 'school', run: removeFiles },
  // Seldom: a store may hold a million files.
  { name: 'remove unfinished files', everyMs: 60 * MINUTE_MS, scope: 'school', run: removeUnfinishedFiles },
  { name: 'purge trash', everyMs: MINUTE_MS, scope: 'school', run: purgeTrash },
  { name: 'write tiers down', everyMs: MINUTE_MS, scope: 'school', run: turnTiers },
  { name: 'follow payment mode', everyMs: MINUTE_MS, scope: 'school', run: followMode },
  { name: 'follow grace period', everyMs: MINUTE_MS, scope: 'school', run: followPolicy },
  { name: 'write billing emails', everyMs: MINUTE_MS, scope: 'school', run: sendDueMails },
  { name: FOLLOW_UP_CHORE, everyMs: MINUTE_MS, scope: 'school', run: followUpCommands },
  { name: 'write revenue down', everyMs: MINUTE_MS, scope: 'school', run: catchUpMovements },
  { name: 'end payments', everyMs: MINUTE_MS, scope: 'school', run: endPayments },
  { name: 'carry out withdrawals', everyMs: MINUTE_MS, scope: 'school', run: carryOutRequests },
  {
    name: COMPARE_CHORE,
    everyMs: 60 * MINUTE_MS,
    scope: 'school',
    run: (services, signal) => reconcile(services, undefined, signal),
  },
  {
    name: COMPARE_ALL_CHORE,
    everyMs: 7 * 24 * 60 * MINUTE_MS,
    scope: 'school',
    run: (services, signal) => reconcileAll(services, undefined, signal),
  },
  { name: 'forget payment notices', everyMs: 60 * MINUTE_MS, scope: 'school', run: forgetNotices },
  { name: 'forget requests', everyMs: 60 * MINUTE_MS, scope: 'school', run: forgetRequests },
  { name: 'forget team invitations', everyMs: 60 * MINUTE_MS, scope: 'school', run: forgetInvitations },
  { name: 'forget trials', everyMs: 60 * MINUTE_MS, scope: 'school', run: forgetTrials },
  { name: 'forget failed emails', everyMs: 60 * MINUTE_MS, scope: 'school', run: forgetFailedMails },
  {
    name: BACKUP_CHORE,
    everyMs: MINUTE_MS,
    scope: 'school',
    run: (services, signal) => carryOutBackup(services, signal, makeInProcess),
  },
  { name: 'delete expired exports', everyMs: MINUTE_MS, scope: 'school', run: deleteExpiredExports },
  { name: 'watch system health', everyMs: MINUTE_MS, scope: 'school', run: watchHealth },
  {
    name: 'delete old records',
    everyMs: 60 * MINUTE_MS,
    scope: 'school',
    run: (services) => deleteOldRecords(services),
  },
  { name: 'add up counts', everyMs: MINUTE_MS, scope: 'school', run: addUpCounts },
  { name: 'count exam statistics', everyMs: 10 * MINUTE_MS, scope: 'school', run: keepFigures },
  { name: 'count course impacts', everyMs: 60 * MINUTE_MS, scope: 'school', run: keepImpacts },
  { name: 'count members', everyMs: MINUTE_MS, scope: 'school', run: countMembers },
];

interface Watched {
  recheck(): Promise<void>;
}

/** Ends the comment streams of those who may not read on. */
export function recheckStreams(streams: Watched): Chore {
  return {
    name: 'check comment streams',
    everyMs: 15_000,
    scope: 'process',
    run: () => streams.recheck(),
  };
}

/** Removes what exports of accounts left on this machine. */
export const removeCopies: Chore = {
  name: 'remove abandoned copies',
  everyMs: 60 * MINUTE_MS,
  scope: 'process',
  run: ({ clock }) => removeAbandonedCopies(clock.now()),
};

interface Reported {
  report(): Promise<void>;
}

/** Says how this process is. */
export function reportProcess(reporter: Reported): Chore {
  return { name: 'report this process', everyMs: 15_000, scope: 'process', run: () => reporter.report() };
}
