import type { SearchHit } from '#contract/courses/notes';
import { canEnrol } from '#domain/access/content/can-enrol';
import { isMistyped, nearestWord } from '#domain/courses/nearest-word';
import { renderedText } from '#domain/courses/rendered-text';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { locksOf } from './locks-of.ts';
import { courseWords } from './notes/course-words.ts';
import { type HitRow, selectExcerpts, selectHits } from './notes/notes-sql.ts';
import { selectProgress } from './sql.ts';

const MAX_HITS = 20;
const MAX_WORDS = 12;
/** More mistyped words than these are not looked for. */
const MAX_CORRECTED = 3;
/** How much of a section its excerpt is looked for in, in characters. */
const EXCERPTED = 50_000;

/**
 * The sections of a course that hold all the words, best first, with the words as a reader sees them; words that stand
 * nowhere are taken for the nearest ones that do. What is locked for the caller is not searched. Fails with COURSE_NOT_FOUND, TIER_REQUIRED and NOT_ENROLLED.
 */
export async function searchCourse(
  { clock, db }: Services,
  caller: Caller,
  { courseId, q }: { courseId: string; q: string },
): Promise<SearchHit[]> {
  const { isAdmin, userId } = signedIn(caller);
  const row = await selectProgress(db.kysely, userId, courseId);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  authorise(canEnrol(caller.viewer, factsOf(row)));
  if (!row.enrolled && !isAdmin) throw new Failure('NOT_ENROLLED');
  const words = (q.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const locks = isAdmin ? new Map() : locksOf(row, clock.now());
  const sectionIds = row.sections.map(({ id }) => id).filter((id) => !locks.has(id));
  const exact = await selectHits(db.kysely, { sectionIds, words, limit: MAX_HITS });
  if (exact.length > 0) return withExcerpts(db.kysely, exact, words);
  const known = await courseWords(db.kysely, courseId, sectionIds);
  let left = MAX_CORRECTED;
  const meant = words.map((word) => {
    const typed = word.toLowerCase();
    if (left === 0 || !isMistyped(typed, known)) return word;
    left -= 1;
    return nearestWord(typed, known) ?? word;
  });
  if (meant.every((word, at) => word === words[at])) return [];
  return withExcerpts(
    db.kysely,
    await selectHits(db.kysely, { sectionIds, words: meant, limit: MAX_HITS }),
    meant,
  );
}

async function withExcerpts(
  db: Services['db']['kysely'],
  hits: readonly HitRow[],
  words: readonly string[],
): Promise<SearchHit[]> {
  if (hits.length === 0) return [];
  const texts = hits.map(({ content_html }) => renderedText(content_html).slice(0, EXCERPTED));
  const excerpts = await selectExcerpts(db, { texts, words });
  return hits.map(({ key, section_type, title }, at) => ({
    key,
    title,
    sectionType: section_type,
    excerpt: excerpts[at] ?? '',
  }));
}
