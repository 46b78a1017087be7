/** How a chore went the last time. */
export interface ChoreRun {
  readonly name: string;
  readonly last_error: string | null;
  readonly last_started_at: Date;
  readonly is_cut_off: boolean;
}

// A chore that has not started for a day is none of this version any more, or no server runs.
export const CHORE_RUNS = `
  select name, last_error, last_started_at,
    leased_until <= now() and (last_finished_at is null or last_finished_at < last_started_at) as is_cut_off
  from chore_runs where last_started_at > now() - interval '1 day' order by name`;
