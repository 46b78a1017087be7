import type { ExamSettings } from './exam-settings.ts';

/** What a person is granted beyond the rules of an exam. */
export interface Accommodation {
  readonly extraPercent: number;
  readonly extraMinutes: number;
  readonly extraAttempts: number;
  /** Null: as the exam says. */
  readonly opensAt: string | null;
  readonly closesAt: string | null;
}

/** The rules of an exam as they hold for one person. Nothing that is granted ever makes them stricter by adding up. */
export function accommodate(settings: ExamSettings, granted: readonly Accommodation[]): ExamSettings {
  if (granted.length === 0) return settings;
  const most = (of: (each: Accommodation) => number) => Math.max(0, ...granted.map(of));
  const percent = most(({ extraPercent }) => extraPercent);
  const minutes = most(({ extraMinutes }) => extraMinutes);
  const dates = (of: (each: Accommodation) => string | null) => granted.flatMap((each) => of(each) ?? []);
  const [opensAt] = dates((each) => each.opensAt).sort(byTime);
  const closesAt = dates((each) => each.closesAt)
    .sort(byTime)
    .at(-1);
  return {
    ...settings,
    timeLimit:
      settings.timeLimit === null ? null : Math.ceil(settings.timeLimit * (1 + percent / 100)) + minutes,
    attempts: settings.attempts === null ? null : settings.attempts + most((each) => each.extraAttempts),
    opensAt: opensAt ?? settings.opensAt,
    closesAt: closesAt ?? settings.closesAt,
  };
}

function byTime(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
