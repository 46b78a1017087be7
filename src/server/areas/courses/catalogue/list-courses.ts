import type { z } from 'zod';
import type { catalogueQuery } from '#contract/courses/catalogue-query';
import type { CourseCard, CoursesOfTier } from '#contract/courses/course-shapes';
import { audienceTier } from '#domain/access/content/audience-tier';
import { TIERS, tiersUpTo } from '#domain/tiers';
import type { Caller, Services } from '#server/services';
import {
  type CatalogueFilter,
  type CataloguePage,
  type CatalogueRow,
  selectCatalogue,
  selectCorrected,
} from './catalogue-sql.ts';

const PAGE_SIZE = 24;
/** With fewer hits than this the words are checked for typing errors. */
const FEW = 3;
const MAX_WORDS = 12;

interface CourseList {
  items: CourseCard[];
  total: number;
  page: number;
  pageSize: number;
  correctedQuery: string | null;
  higher: CoursesOfTier[];
  listsLocked: boolean;
}

/**
 * The catalogue of courses that the caller may open: searched, filtered, sorted, one page. Where the school shows locked
 * courses, those of higher tiers follow as cards. Open to everybody.
 */
export async function listCourses(
  { db, settings }: Services,
  { viewer }: Caller,
  query: z.output<typeof catalogueQuery>,
): Promise<CourseList> {
  const words = (query.q.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
  const searching = words.length > 0;
  const tiers = tiersUpTo(audienceTier(viewer));
  const { lockedCourses: listsLocked } = (await settings.current()).plans;
  const filter: CatalogueFilter = {
    words,
    tiers,
    higherTiers: TIERS.slice(tiers.length),
    listsLocked,
    level: query.level,
    category: query.category,
    ids: query.ids?.split(','),
    sort:
      query.sort === 'relevance' && !searching
        ? 'newest'
        : (query.sort ?? (searching ? 'relevance' : 'newest')),
    limit: PAGE_SIZE,
    offset: (query.page - 1) * PAGE_SIZE,
  };
  const typed = await selectCatalogue(db.kysely, filter);
  const { corrected, higher, rows, total } =
    searching && typed.total < FEW ? better(typed, await selectCorrected(db.kysely, filter)) : typed;
  return {
    items: rows.map((row) => toCard(row, searching)),
    total,
    page: query.page,
    pageSize: PAGE_SIZE,
    correctedQuery: corrected,
    higher,
    listsLocked,
  };
}

/** A correction counts only when it finds more than the words as they were typed. */
function better(typed: CataloguePage, corrected: CataloguePage): CataloguePage {
  return corrected.total > typed.total ? corrected : typed;
}

function toCard(row: CatalogueRow, searching: boolean): CourseCard {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    level: row.level,
    subscriptionLevel: row.subscription_level,
    categories: row.categories,
    tags: row.tags,
    thumbnail: row.thumbnail,
    sections: row.sections,
    minutes: row.minutes,
    locked: row.locked,
    createdAt: row.published_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    match: searching
      ? { title: row.marked_title ?? row.title, description: row.marked_description ?? row.description }
      : null,
  };
}
