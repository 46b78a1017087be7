/** Where an import of course folders stands. */
export const FOLDER_IMPORT_STATES = ['checking', 'checked', 'importing', 'imported', 'failed'] as const;
export type FolderImportState = (typeof FOLDER_IMPORT_STATES)[number];

/** What became, or would become, of a course or question bank. `drifted`: it was edited here and is left as it is. */
export const FOLDER_OUTCOMES = ['created', 'updated', 'unchanged', 'drifted'] as const;
export type FolderOutcome = (typeof FOLDER_OUTCOMES)[number];

/** Of a ZIP file of course folders, and of what is in it. */
export const MAX_FOLDERS_GIGABYTES = 1;
export const MAX_UNPACKED_GIGABYTES = 3;
export const MAX_FOLDER_ENTRIES = 20_000;

/** Whether something works on it now. */
export function isRunning(state: FolderImportState): boolean {
  return state === 'checking' || state === 'importing';
}
