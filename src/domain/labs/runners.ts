/** What a lab can be written for. */
export const RUNNERS = ['javascript', 'http', 'dom', 'python', 'sql', 'shell'] as const;
export type Runner = (typeof RUNNERS)[number];
