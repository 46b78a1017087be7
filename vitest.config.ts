import { defineConfig } from 'vitest/config';
import { LongFirst } from './tests/kit/long-first.ts';

export default defineConfig({
  plugins: [
    {
      name: 'packages-as-the-product-has-them',
      // Development builds check themselves all the time: those of the parser of Markdown take twice as long.
      configResolved: ({ ssr }) => {
        const { conditions = [] } = ssr.resolve ?? {};
        const at = conditions.indexOf('development|production');
        if (at >= 0) conditions.splice(at, 1);
      },
    },
  ],
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tools/**/*.test.ts',
      'tests/{integration,durability,attack,kit,mutation,spec,stripe}/**/*.test.ts',
      'benchmarks/**/*.test.ts',
    ],
    // Long proofs that follow whole builds and releases, or need a second PostgreSQL: `npm run prove` runs them.
    exclude: process.env.PROVE
      ? []
      : [
          'tests/integration/machines/{image,two-releases}.test.ts',
          'tests/integration/languages/second-language.test.ts',
          'tests/durability/{carry-over,external-recovery,point-in-time}.test.ts',
        ],
    globalSetup: ['tests/kit/global-setup.ts'],
    setupFiles: ['tests/kit/fail-on-console.ts'],
    pool: 'forks',
    isolate: false,
    // Two more than the cores that CI has: tests that wait for processes leave a third of two cores idle.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As in the browser (docs/decisions/0018): a race that is lost now and then is told, not hidden.
    retry: process.env.PROVE ? 0 : 1,
  },
});
