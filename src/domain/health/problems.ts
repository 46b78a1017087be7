import type { ReadinessCode } from './readiness.ts';

/** What can be wrong with the system, the worst first. */
export const PROBLEM_KINDS = [
  'database',
  'connections',
  'migrations',
  'disk-full',
  'storage',
  'mails-stuck',
  'chore-stuck',
  'chore-failing',
  'process-silent',
  'payments-parked',
  'payments-drift',
  'notices-stuck',
  'labs-waiting',
  'archive-failing',
  'disk-low',
  'mails-failed',
  'backup-failed',
  'backup-missing',
  'backup-old',
  'replica',
  'newer-database',
] as const satisfies readonly (ReadinessCode | string)[];
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export interface Problem {
  readonly kind: ProblemKind;
  /** What has it: a host, a chore; empty: the whole school. */
  readonly subject: string;
  /** A number, a time, or what was said of it, for people. */
  readonly detail: string;
}

/** From when on something is a problem; set by administrators. */
export interface HealthLimits {
  /** A chore that failed this often in a row. */
  readonly choreFailures: number;
  /** This many emails that were given up. */
  readonly failedMails: number;
  /** The last backup is older than this many days; 0: backups are made elsewhere. */
  readonly backupDays: number;
}

export interface ObservedProcess {
  readonly host: string;
  readonly silentSeconds: number;
  readonly faults: readonly { readonly code: ReadinessCode; readonly detail: string }[];
}

export interface ObservedChore {
  readonly name: string;
  /** Failures in a row. */
  readonly failures: number;
  readonly error: string | null;
  readonly everySeconds: number;
  readonly startedSecondsAgo: number;
  readonly isRunning: boolean;
  /** The process that did it went away half-way. */
  readonly isCutOff: boolean;
}

export interface HealthState {
  readonly processes: readonly ObservedProcess[];
  readonly chores: readonly ObservedChore[];
  readonly failedMails: number;
  /** For how long the most overdue email of all, and of those that somebody waits for, could have been sent. */
  readonly overdueSeconds: number;
  readonly urgentOverdueSeconds: number;
  /** For how long the oldest notice could have been delivered. */
  readonly oldestNoticeSeconds: number;
  readonly parkedPayments: number;
  readonly paymentDrifts: number;
  readonly oldestLabSeconds: number;
  /** The database keeps an archive of its log, and the last try failed. */
  readonly isArchiveFailing: boolean;
  /** Why the backup that was wanted last failed; null: it didn't. */
  readonly backupError: string | null;
  /** Null: none was ever made. */
  readonly backupSecondsAgo: number | null;
  readonly schoolAgeSeconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A process says how it is every 15 seconds. */
export const SILENT_AFTER = 2 * MINUTE;
const URGENT_OVERDUE_AFTER = 5 * MINUTE;
const OVERDUE_AFTER = 2 * HOUR;
const NOTICE_WAITS_AFTER = HOUR;
const LAB_WAITS_AFTER = 10 * MINUTE;
/** What a chore may be late beyond three of its rounds. */
const LATE_AFTER = 10 * MINUTE;

/** Everything that is wrong, the worst first. */
export function findProblems(state: HealthState, limits: HealthLimits): Problem[] {
  const found = [
    ...state.processes.flatMap(processProblems),
    ...state.chores.flatMap((chore) => choreProblems(chore, limits)),
    ...mailProblems(state, limits),
    ...paymentProblems(state),
    ...backupProblems(state, limits),
  ];
  if (state.oldestLabSeconds > LAB_WAITS_AFTER)
    found.push(problem('labs-waiting', minutes(state.oldestLabSeconds)));
  if (state.oldestNoticeSeconds > NOTICE_WAITS_AFTER)
    found.push(problem('notices-stuck', minutes(state.oldestNoticeSeconds)));
  if (state.isArchiveFailing) found.push(problem('archive-failing', ''));
  const unique = new Map(found.map((problem) => [causeOf(problem), problem]));
  return [...unique.values()].sort((a, b) => rank(a) - rank(b));
}

/** Names a problem, so that it is reported once until it is over. */
export function causeOf({ kind, subject }: Pick<Problem, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`;
}

const rank = ({ kind }: Problem) => PROBLEM_KINDS.indexOf(kind);
const minutes = (seconds: number) => String(Math.floor(seconds / MINUTE));
const days = (seconds: number) => String(Math.floor(seconds / DAY));

function processProblems({ faults, host, silentSeconds }: ObservedProcess): Problem[] {
  // What it said last is no longer true.
  if (silentSeconds > SILENT_AFTER)
    return [{ kind: 'process-silent', subject: host, detail: minutes(silentSeconds) }];
  return faults.map(({ code, detail }) => ({ kind: code, subject: code === 'storage' ? '' : host, detail }));
}

function choreProblems(chore: ObservedChore, { choreFailures }: HealthLimits): Problem[] {
  const { error, everySeconds, failures, isCutOff, isRunning, name, startedSecondsAgo } = chore;
  if (failures >= choreFailures) return [{ kind: 'chore-failing', subject: name, detail: error ?? '' }];
  const isLate = startedSecondsAgo > 3 * everySeconds + LATE_AFTER;
  const isStuck = !isRunning && (isLate || (isCutOff && startedSecondsAgo > LATE_AFTER));
  return isStuck ? [{ kind: 'chore-stuck', subject: name, detail: minutes(startedSecondsAgo) }] : [];
}

function mailProblems(state: HealthState, { failedMails }: HealthLimits): Problem[] {
  const { overdueSeconds, urgentOverdueSeconds } = state;
  const isStuck = urgentOverdueSeconds > URGENT_OVERDUE_AFTER || overdueSeconds > OVERDUE_AFTER;
  return [
    ...(isStuck ? [problem('mails-stuck', minutes(Math.max(overdueSeconds, urgentOverdueSeconds)))] : []),
    ...(state.failedMails >= failedMails ? [problem('mails-failed', String(state.failedMails))] : []),
  ];
}

function paymentProblems({ parkedPayments, paymentDrifts }: HealthState): Problem[] {
  return [
    ...(parkedPayments > 0 ? [problem('payments-parked', String(parkedPayments))] : []),
    ...(paymentDrifts > 0 ? [problem('payments-drift', String(paymentDrifts))] : []),
  ];
}

function backupProblems(
  { backupError, backupSecondsAgo, schoolAgeSeconds }: HealthState,
  { backupDays }: HealthLimits,
): Problem[] {
  const failed = backupError === null ? [] : [problem('backup-failed', backupError)];
  return [...failed, ...oldBackup(backupSecondsAgo, schoolAgeSeconds, backupDays)];
}

/** A young school without a backup is in order: there was no time to make one. */
function oldBackup(backupSecondsAgo: number | null, schoolAgeSeconds: number, backupDays: number): Problem[] {
  if (backupDays === 0) return [];
  const border = backupDays * DAY;
  if (backupSecondsAgo === null)
    return schoolAgeSeconds > border ? [problem('backup-missing', days(schoolAgeSeconds))] : [];
  return backupSecondsAgo > border ? [problem('backup-old', days(backupSecondsAgo))] : [];
}

function problem(kind: ProblemKind, detail: string): Problem {
  return { kind, subject: '', detail };
}
