/** What a lab can be written for. */
export const RUNNERS = ['javascript', 'http', 'dom', 'python', 'sql', 'shell'] as const;
export type Runner = (typeof RUNNERS)[number];

/** The runners that run in this release; the importer and the screen offer these alone. */
export const READY_RUNNERS: readonly Runner[] = ['javascript', 'http', 'python', 'sql', 'shell'];
