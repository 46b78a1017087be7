/** One line of the doctor's report: what was looked at, and when it is not in order, what to do. */
export interface Finding {
  readonly ok: boolean;
  readonly what: string;
  readonly remedy?: string;
}

export const ok = (what: string): Finding => ({ ok: true, what });
export const fault = (what: string, remedy: string): Finding => ({ ok: false, what, remedy });
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
