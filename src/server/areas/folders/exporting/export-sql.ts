import type { Reader } from '#server/db/client';

/** Every course and post there is, by its slug. */
export function selectWrittenSlugs(db: Reader) {
  return db
    .selectFrom('courses')
    .select(['slug', 'kind'])
    .where('kind', '<>', 'deleted')
    .orderBy('slug')
    .execute();
}
