import type { z } from 'zod';
import type { progressForm } from '#contract/courses/learning';
import { audienceTier } from '#domain/access/content/audience-tier';
import { isSectionDone, type SectionState } from '#domain/learning/section-state';
import { videoAddress } from '#domain/media/video-address';
import { tiersUpTo } from '#domain/tiers';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { issueCertificates } from '#server/areas/certificates/issue-certificates';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { type MergedRow, mergeProgress } from './merge-progress-sql.ts';
import { refuseLocked } from './refuse-locked.ts';
import { finishSection, hasChecks } from './sql.ts';

type ProgressReport = z.output<typeof progressForm> & { readonly id: string };

/**
 * Adds what a device tells about a section to what is known of it; nothing that was reached is ever lowered, whatever
 * comes twice, late or out of order. Fails with NOT_ENROLLED, also where the tier no longer opens the course, and with
 * SECTION_LOCKED. A lab with checks is done by passing them alone, as long as the server judges: marking it fails with
 * CHECKS_REQUIRED.
 */
export async function saveProgress(
  { clock, config, db }: Services,
  caller: Caller,
  { at, id, sentAt, ...reported }: ProgressReport,
): Promise<{ state: SectionState; completedAt: string | null }> {
  const { userId } = signedIn(caller);
  const now = clock.now();
  const seen = whenSeen(now, at, sentAt);
  const tiers = tiersUpTo(audienceTier(caller.viewer));
  const write = { ...reported, userId, sectionId: id, tiers, at: seen };
  const isJudged = async () => config.labs === 'on' && hasChecks(db.kysely, id);
  if (reported.marked && (await isJudged())) throw new Failure('CHECKS_REQUIRED');
  let merged = await mergeProgress(db, { ...write, isOpen: false });
  if (merged?.guided) {
    await refuseLocked({ clock, db }, caller, { courseId: merged.course_id, sectionId: id, userId });
    merged = await mergeProgress(db, { ...write, isOpen: true });
  }
  if (!merged) throw new Failure('NOT_ENROLLED');
  const { completed_at, course_id: courseId, done_at } = merged;
  const before = { completedAt: completed_at?.toISOString() ?? null };
  if (done_at) return { state: 'done', ...before };
  if (!isDone(merged) || (merged.section_type === 'lab' && (await isJudged())))
    return { state: 'started', ...before };
  // Where nothing is judged, a lab is done by marking it.
  const by = config.labs === 'on' ? 'reading' : 'lab';
  const finished = await db.transaction(async (trx) => {
    const finishedNow = await finishSection(trx, { userId, courseId, sectionId: id, by, now });
    if (finishedNow?.completedAt) {
      await recordAudit(trx, caller, { action: 'course.complete', entity: 'course', entityId: courseId });
      await issueCertificates(trx, caller, { userId, courseId, now });
    }
    return finishedNow;
  });
  if (!finished) return { state: 'started', ...before };
  return { state: 'done', completedAt: finished.completedAt?.toISOString() ?? before.completedAt };
}

/** Longer ago, in ms, is as good as this: the database doesn't know every time that can be written. */
const LONGEST_AGO = 10 * 365 * 24 * 60 * 60_000;

/** Whatever the clock of the device says, what counts is how long ago it was; never later than now, which would outlive what other devices say. */
function whenSeen(now: Date, at: string, sentAt: string | undefined): Date {
  const ago = (sentAt === undefined ? now.getTime() : Date.parse(sentAt)) - Date.parse(at);
  return new Date(now.getTime() - Math.min(LONGEST_AGO, Math.max(0, ago)));
}

function isDone({ section_type, type, video_url, watched_seconds, ...rest }: MergedRow): boolean {
  const video = type === 'video' ? videoAddress(video_url ?? '') : null;
  const section = { sectionType: section_type, isOwnVideo: video !== null && 'src' in video };
  return isSectionDone(section, { ...rest, watchedSeconds: watched_seconds });
}
