import { LONGEST_SECONDS } from './sessions.ts';

interface Times {
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly updated_at: Date;
}

/** Whether a session counts no more: an older term may be longer than the `seconds` that an administrator allows now. */
export function isOver({ created_at, expires_at, updated_at }: Times, now: Date, seconds: number): boolean {
  const end = Math.min(
    expires_at.getTime(),
    updated_at.getTime() + seconds * 1000,
    created_at.getTime() + LONGEST_SECONDS * 1000,
  );
  return end <= now.getTime();
}
