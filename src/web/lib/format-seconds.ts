import { m } from './messages.ts';

/** A short length as a person says it: "40 s", "12 min". */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60
    ? m.grades_seconds({ seconds: whole })
    : m.grades_minutes({ minutes: Math.round(whole / 60) });
}
