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

/** The rules of an exam as they hold for one person. No grant makes them stricter, by itself or beside others. */
export function accommodate(settings: ExamSettings, granted: readonly Accommodation[]): ExamSettings {
  if (granted.length === 0) return settings;
  const most = (of: (each: Accommodation) => number) => Math.max(0, ...granted.map(of));
  const percent = most(({ extraPercent }) => extraPercent);
  const minutes = most(({ extraMinutes }) => extraMinutes);
  const dates = (of: (each: Accommodation | ExamSettings) => string | null) =>
    [settings, ...granted].flatMap((each) => of(each) ?? []).sort(byTime);
  return {
    ...settings,
    timeLimit:
      settings.timeLimit === null ? null : Math.ceil((settings.timeLimit * (100 + percent)) / 100) + minutes,
    attempts: settings.attempts === null ? null : settings.attempts + most((each) => each.extraAttempts),
    opensAt: settings.opensAt && (dates(({ opensAt }) => opensAt)[0] ?? null),
    closesAt: settings.closesAt && (dates(({ closesAt }) => closesAt).at(-1) ?? null),
  };
}

function byTime(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b);
}
