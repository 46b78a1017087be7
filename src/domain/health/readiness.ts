/** What can be wrong with a process, in one word that tells a stranger nothing about the machine. */
export const READINESS_CODES = [
  'database',
  'connections',
  'migrations',
  'newer-database',
  'disk-low',
  'disk-full',
  'storage',
  'replica',
] as const;
export type ReadinessCode = (typeof READINESS_CODES)[number];

/** Without these nothing can be answered; with the others reading goes on, and balancers go on to send requests. */
const BLOCKING: readonly ReadinessCode[] = ['database', 'connections', 'migrations'];

/** Whether a process that has these faults can serve. */
export function canServe(codes: readonly ReadinessCode[]): boolean {
  return !codes.some((code) => BLOCKING.includes(code));
}
