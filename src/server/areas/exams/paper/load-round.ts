import { isOfRound, roundStart, takenOf } from '#domain/exams/attempts/exam-round';
import { selectExamCertificates } from '#server/areas/certificates/sql';
import type { Reader } from '#server/db/client';
import { type OwnAttemptRow, selectOwnAttempts } from '../sql.ts';

interface Round {
  /** Every attempt, first to last. */
  readonly attempts: readonly OwnAttemptRow[];
  /** Those that count. */
  readonly counting: readonly OwnAttemptRow[];
  readonly taken: ReturnType<typeof takenOf>;
  /** Since when they count; null: since ever. */
  readonly since: Date | null;
}

/** The attempts of somebody at an exam, and which of them count now. */
export async function loadRound(
  db: Reader,
  { now, ...at }: { sectionId: string; userId: string; now: Date },
): Promise<Round> {
  const attempts = await selectOwnAttempts(db, at);
  // Where nothing was taken there is nothing to leave out.
  const since = attempts.length === 0 ? null : roundStart(await selectExamCertificates(db, at), now);
  const counting = attempts.filter(({ submitted_at }) => isOfRound(submitted_at, since));
  return { attempts, counting, taken: takenOf(counting.map(({ submitted_at }) => submitted_at)), since };
}
