/** What administrators are notified of payments at once. */
export const ALARM_CAUSES = ['dispute', 'unpaid', 'parked', 'unknown-price', 'drift'] as const;
export type AlarmCause = (typeof ALARM_CAUSES)[number];

/** Alarms that stay open until an administrator has looked at them; the others show in what they are about. */
export const KEPT_ALARMS = ['drift', 'unknown-price'] as const;
export type KeptAlarm = (typeof KEPT_ALARMS)[number];
