import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../kit/chromium.ts';
import { CLIENT } from '../kit/identity-provider.ts';

const port = Number(process.env.E2E_PORT ?? 4789);
// Workers read this file again: the first one to read it decides where the data is.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
process.env.E2E_URL ??= `http://localhost:${port}`;
/** The service to sign in by that external-sign-in.spec.ts starts. */
process.env.E2E_ISSUER ??= `http://127.0.0.1:${port + 10_000}`;

const CHANGES_SCHOOL = [
  '**/announcements.spec.ts',
  '**/config.spec.ts',
  '**/landing.spec.ts',
  '**/menus.spec.ts',
  '**/page-markdown.spec.ts',
  '**/plans-admin.spec.ts',
  '**/settings-lists.spec.ts',
  '**/admin/settings.spec.ts',
  // Last of all by its path: it fills the school with what nobody else wants to meet.
  '**/writing/hostile-text.spec.ts',
];
/** The Firefox of this machine, driven by WebDriver BiDi, where FIREFOX_PATH names one. */
const firefox = process.env.FIREFOX_PATH && {
  browserName: 'firefox' as const,
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: join(import.meta.dirname, '..', 'kit', 'firefox-bridge.ts'),
    args: [],
    // Without a screen it believes that it has no mouse: `(hover: hover)` would never hold.
    firefoxUserPrefs: { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 },
  },
};

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/browser',
  fullyParallel: true,
  forbidOnly: true,
  // One more than the cores that CI has: a test waits for more than half of its time.
  workers: 3,
  // A slow machine may lose a race that no person would: tried once more and told; PROVE allows none.
  retries: process.env.PROVE ? 0 : 1,
  timeout: 90_000,
  // A run that is hopeless ends soon; one on a slow machine is not hopeless.
  maxFailures: 40,
  globalTimeout: 50 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  // What changes the whole school comes when nobody else is in it: one test after another, in the order of the paths. A
  // teardown runs even when a test before it failed, which what depends on other projects would not.
  projects: [
    { name: 'people', testIgnore: CHANGES_SCHOOL, teardown: 'school' },
    ...(firefox
      ? [
          {
            name: 'firefox',
            testIgnore: CHANGES_SCHOOL,
            teardown: 'school',
            timeout: 120_000,
            use: firefox,
          },
        ]
      : []),
    { name: 'school', testMatch: CHANGES_SCHOOL, workers: 1 },
  ],
  use: {
    baseURL: process.env.E2E_URL,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    // A trace costs a third of the time: of a try without a second one, and of a second try.
    trace: process.env.PROVE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await chromiumPath(), args: CHROMIUM_ARGS },
  },
  webServer: {
    command: 'node tests/e2e/run-server.ts',
    cwd: join(import.meta.dirname, '..', '..'),
    url: `${process.env.E2E_URL}/readyz`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_EMAIL: 'head@school.test',
      ADMIN_PASSWORD: 'a-long-secret-of-the-head',
      // As `npm start` sets it: otherwise pages are rendered by the React of developers, which keeps a trace of every element.
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      // All tests work as one administrator, who would do more in a minute than one person may.
      RATE_LIMIT_FACTOR: '10',
      // The same on every machine: what a video of a test is offered in is written by the test.
      FFMPEG_PATH: 'off',
      OIDC_ISSUER: process.env.E2E_ISSUER,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'School ID',
      ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
    },
  },
});
