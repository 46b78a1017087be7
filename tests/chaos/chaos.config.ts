import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ensureBundle } from '../../tools/server/ensure-bundle.ts';

const root = join(import.meta.dirname, '..', '..');

/** Faults of whole installations, one after the other: `npm run prove` runs them, with nothing else beside them. */
export default defineConfig(async () => {
  // Processes run a bundle that is there: it has to be that of the present sources.
  await ensureBundle(root);
  return {
    test: {
      root,
      include: ['tests/chaos/**/*.test.ts'],
      fileParallelism: false,
      testTimeout: 240_000,
      hookTimeout: 120_000,
    },
  };
});
