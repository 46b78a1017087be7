import { expect } from 'vitest';
import { CONTENT_TYPES, LEVELS, SECTION_TYPES } from '#domain/courses/vocabulary';
import { TIERS } from '#domain/tiers';
import { test } from '#tests/kit/database';

test('tables and code know the same tiers, levels, section types and content types', async ({ db }) => {
  const wanted = {
    tier: ['free', 'basic', 'premium'],
    course_level: ['beginner', 'intermediate', 'advanced'],
    section_type: ['lesson', 'lab', 'exam'],
    content_type: ['text', 'video'],
  };
  expect([TIERS, LEVELS, SECTION_TYPES, CONTENT_TYPES]).toEqual(Object.values(wanted));
  for (const [name, words] of Object.entries(wanted)) {
    const { rows } = await db.pool.query(`select enum_range(null::${name})::text[] as words`);
    expect(rows[0].words, name).toEqual(words);
  }
});
