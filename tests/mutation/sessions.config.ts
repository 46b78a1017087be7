import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The tests that mutated sessions meet, on a database of their own. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..', '..'),
    include: [
      'src/server/areas/accounts/{sessions/sessions,sessions/session-rules,keys/keys,keys/key-lookups}.test.ts',
      'src/server/areas/admin/support/support.test.ts',
      'tests/attack/accounts/support-session.test.ts',
    ],
    globalSetup: ['tests/mutation/provide-database.ts'],
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
