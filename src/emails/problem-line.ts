import type { ProblemKind } from '#domain/health/problems';
import { m } from '../messages/messages.js';

interface Words {
  readonly subject: string;
  readonly detail: string;
}
/** `test`: nothing is wrong, somebody tries whether alerts arrive. */
type AlertKind = ProblemKind | 'test';

/** For words whose detail is a number. */
const counted =
  (words: (props: { subject: string; count: number }) => string) =>
  ({ detail, subject }: Words): string =>
    words({ subject, count: Number(detail) });

const LINES: { readonly [Kind in AlertKind]: (words: Words) => string } = {
  database: m.health_problem_database,
  connections: m.health_problem_connections,
  migrations: m.health_problem_migrations,
  'disk-full': m.health_problem_disk_full,
  'disk-low': m.health_problem_disk_low,
  storage: () => m.health_problem_storage(),
  replica: m.health_problem_replica,
  'newer-database': m.health_problem_newer_database,
  'process-silent': counted(m.health_problem_process_silent),
  'chore-failing': m.health_problem_chore_failing,
  'chore-stuck': counted(m.health_problem_chore_stuck),
  'mails-stuck': counted(m.health_problem_mails_stuck),
  'mails-failed': counted(m.health_problem_mails_failed),
  'notices-stuck': counted(m.health_problem_notices_stuck),
  'payments-parked': counted(m.health_problem_payments_parked),
  'payments-drift': counted(m.health_problem_payments_drift),
  'labs-waiting': counted(m.health_problem_labs_waiting),
  'archive-failing': () => m.health_problem_archive_failing(),
  'backup-failed': m.health_problem_backup_failed,
  'backup-missing': counted(m.health_problem_backup_missing),
  'backup-old': counted(m.health_problem_backup_old),
  test: () => m.health_problem_test(),
};

const REMEDIES: { readonly [Kind in AlertKind]: () => string } = {
  database: m.health_remedy_database,
  connections: m.health_remedy_connections,
  migrations: m.health_remedy_migrations,
  'disk-full': m.health_remedy_disk_full,
  'disk-low': m.health_remedy_disk_low,
  storage: m.health_remedy_storage,
  replica: m.health_remedy_replica,
  'newer-database': m.health_remedy_newer_database,
  'process-silent': m.health_remedy_process_silent,
  'chore-failing': m.health_remedy_chore_failing,
  'chore-stuck': m.health_remedy_chore_stuck,
  'mails-stuck': m.health_remedy_mails_stuck,
  'mails-failed': m.health_remedy_mails_failed,
  'notices-stuck': m.health_remedy_notices_stuck,
  'payments-parked': m.health_remedy_payments_parked,
  'payments-drift': m.health_remedy_payments_drift,
  'labs-waiting': m.health_remedy_labs_waiting,
  'archive-failing': m.health_remedy_archive_failing,
  'backup-failed': m.health_remedy_backup_failed,
  'backup-missing': m.health_remedy_backup,
  'backup-old': m.health_remedy_backup,
  test: m.health_remedy_test,
};

const isKnown = (kind: string): kind is AlertKind => Object.hasOwn(LINES, kind);

/** What is wrong, in one line; of a kind that another version raised, its name. */
export function problemLine(kind: string, words: Words): string {
  return isKnown(kind) ? LINES[kind](words) : `${kind} ${words.subject} ${words.detail}`.trim();
}

/** What to do about it. */
export function problemRemedy(kind: string): string {
  return isKnown(kind) ? REMEDIES[kind]() : '';
}
