import { type CountedImpact, keptImpact, type RemovalImpact } from '#contract/courses/removals';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Reader } from '#server/db/client';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectWritten } from '../sql.ts';
import { COUNTED_AT_ONCE, selectKeptImpact } from './impact-sql.ts';
import { selectImpact, selectQuestionImpact } from './trash-sql.ts';

interface Input {
  readonly id: string;
  readonly section?: string | undefined;
  readonly question?: string | undefined;
}

/**
 * How many learners, attempts and marks hang on a course or a post, on one of its sections, or on a question of its exam; of a
 * large course as it was counted last. Fails with COURSE_NOT_FOUND.
 */
export async function getRemovalImpact(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { id, question, section }: Input,
): Promise<CountedImpact> {
  authorise(canAdminister(viewer));
  if (!(await selectWritten(kysely, id))) throw new Failure('COURSE_NOT_FOUND');
  if (section !== undefined && question !== undefined) {
    const impact = await selectQuestionImpact(kysely, { courseId: id, sectionId: section, question });
    return { ...impact, countedAt: null };
  }
  const kept = await keptOf(kysely, id, section);
  if (kept) return kept;
  const sectionIds = section === undefined ? null : [section];
  return { ...(await selectImpact(kysely, { courseId: id, sectionIds })), countedAt: null };
}

/** What was counted last, where counting again takes long. */
async function keptOf(
  db: Reader,
  id: string,
  section: string | undefined,
): Promise<CountedImpact | undefined> {
  const { counted_at: countedAt, figures, size } = await selectKeptImpact(db, id);
  const kept = keptImpact.safeParse(figures).data;
  if (!kept || !countedAt) return undefined;
  const impact: RemovalImpact | undefined = section === undefined ? kept.course : kept.sections[section];
  const isLarge = section === undefined ? size > COUNTED_AT_ONCE : sizeOf(impact) > COUNTED_AT_ONCE;
  return impact && isLarge ? { ...impact, countedAt: countedAt.toISOString() } : undefined;
}

const sizeOf = (impact: RemovalImpact | undefined) => (impact ? impact.learners + impact.attempts : 0);
