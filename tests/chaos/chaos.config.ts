import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Faults of whole installations, one after the other: `npm run prove` runs them, with nothing else beside them. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: ['tests/chaos/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
