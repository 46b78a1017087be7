import type { Problem, ProblemKind } from '#domain/health/problems';
import { m } from '#web/lib/messages.ts';

interface Words {
  readonly line: (problem: { subject: string; detail: string }) => string;
  readonly remedy: () => string;
  /** Where it can be seen or fixed; left out: not on a page. */
  readonly link?: { readonly to: string; readonly label: () => string };
}

/** For words whose detail is a number. */
const counted =
  (words: (props: { subject: string; count: number }) => string): Words['line'] =>
  ({ detail, subject }) =>
    words({ subject, count: Number(detail) });

const BILLING = { to: '/admin/billing', label: m.billing_admin_title };

const WORDS: { readonly [Kind in ProblemKind]: Words } = {
  database: { line: m.health_problem_database, remedy: m.health_remedy_database },
  connections: { line: m.health_problem_connections, remedy: m.health_remedy_connections },
  migrations: { line: m.health_problem_migrations, remedy: m.health_remedy_migrations },
  'disk-full': { line: m.health_problem_disk_full, remedy: m.health_remedy_disk_full },
  'disk-low': { line: m.health_problem_disk_low, remedy: m.health_remedy_disk_low },
  storage: { line: () => m.health_problem_storage(), remedy: m.health_remedy_storage },
  replica: { line: m.health_problem_replica, remedy: m.health_remedy_replica },
  'newer-database': { line: m.health_problem_newer_database, remedy: m.health_remedy_newer_database },
  'process-silent': {
    line: counted(m.health_problem_process_silent),
    remedy: m.health_remedy_process_silent,
  },
  'chore-failing': { line: m.health_problem_chore_failing, remedy: m.health_remedy_chore_failing },
  'chore-stuck': { line: counted(m.health_problem_chore_stuck), remedy: m.health_remedy_chore_stuck },
  'mails-stuck': {
    line: counted(m.health_problem_mails_stuck),
    remedy: m.health_remedy_mails_stuck,
    link: { to: '/admin', label: m.admin_dashboard_title },
  },
  'mails-failed': {
    line: counted(m.health_problem_mails_failed),
    remedy: m.health_remedy_mails_failed,
    link: { to: '/admin/emails', label: m.mails_failed_title },
  },
  'notices-stuck': {
    line: counted(m.health_problem_notices_stuck),
    remedy: m.health_remedy_notices_stuck,
  },
  'payments-parked': {
    line: counted(m.health_problem_payments_parked),
    remedy: m.health_remedy_payments_parked,
    link: BILLING,
  },
  'payments-drift': {
    line: counted(m.health_problem_payments_drift),
    remedy: m.health_remedy_payments_drift,
    link: BILLING,
  },
  'labs-waiting': { line: counted(m.health_problem_labs_waiting), remedy: m.health_remedy_labs_waiting },
  'archive-failing': {
    line: () => m.health_problem_archive_failing(),
    remedy: m.health_remedy_archive_failing,
  },
  'backup-failed': { line: m.health_problem_backup_failed, remedy: m.health_remedy_backup_failed },
  'backup-missing': {
    line: counted(m.health_problem_backup_missing),
    remedy: m.health_remedy_backup,
    link: { to: '/admin/settings/alerts', label: m.alerts_title },
  },
  'backup-old': {
    line: counted(m.health_problem_backup_old),
    remedy: m.health_remedy_backup,
    link: { to: '/admin/settings/alerts', label: m.alerts_title },
  },
};

/** What is wrong in one line, what to do about it, and where. */
export function problemWords({ detail, kind, subject }: Problem) {
  const { line, link, remedy } = WORDS[kind];
  return { line: line({ subject, detail }), remedy: remedy(), link };
}
