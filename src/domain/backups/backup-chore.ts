/** The background job that makes backups. */
export const BACKUP_CHORE = 'back up the school';
