/** `school`: made by schedule or on request; `upgrade`: made before an upgrade changed the database. */
export type BackupKind = 'school' | 'upgrade';

export interface BackupName {
  readonly kind: BackupKind;
  readonly madeAt: Date;
}

const NAME = /^(school|upgrade)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** "school-20261126T030000Z.backup": names sort by time. */
export function nameOfBackup({ kind, madeAt }: BackupName): string {
  const time = madeAt
    .toISOString()
    .replaceAll(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z');
  return `${kind}-${time}.backup`;
}

/** Null: no backup of ours has this name. */
export function readBackupName(name: string): BackupName | null {
  const [, kind, year, month, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  if (kind !== 'school' && kind !== 'upgrade') return null;
  const madeAt = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : { kind, madeAt };
}
