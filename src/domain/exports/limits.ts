/** A file with more rows than this is written in the background. */
export const DIRECT_ROWS = 5000;
/** Exports of one administrator that are there or on their way. */
export const MAX_EXPORTS = 10;
/** For how many days a finished export can be downloaded: it holds personal data. */
export const EXPORT_DAYS = 3;
/** How often one is started before it counts as failed. */
export const MAX_EXPORT_ATTEMPTS = 3;

export const EXPORT_KINDS = ['users', 'audit', 'gradebook', 'invoices', 'payments'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const EXPORT_STATES = ['waiting', 'writing', 'ready', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];
