import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The tests that mutated rules of access meet: pure ones, without a database. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['src/domain/access/**/*.test.ts', 'src/domain/learning/section-lock.test.ts'],
    isolate: false,
  },
});
