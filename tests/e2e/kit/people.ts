import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { test as base, type Cookie, expect, type Page } from '@playwright/test';
import pg from 'pg';
import type { Tier } from '#domain/tiers';
import { findRunning } from '#server/db/embedded/find-running';

export const HEAD = { email: 'head@school.test', password: 'a-long-secret-of-the-head' };
export const PASSWORD = 'a quiet sentence to remember';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export function newPerson(name = 'Ada Kowalska'): Person {
  return { name, email: `ada-${randomBytes(6).toString('hex')}@school.test`, password: PASSWORD };
}

/** Runs statements on the database of the server under test. */
export async function onDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const connection = process.env.DATABASE_URL
    ? { connectionString: process.env.DATABASE_URL }
    : await findRunning(process.env.E2E_DATA_DIR ?? '');
  if (!connection) throw new Error('the database of the server under test is not running');
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** As cheap as argon2 allows: what a real hash costs would be paid here and again by the server at each sign-in. */
const CHEAP = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** A confirmed member of this tier. */
export async function makeMember(tier: Tier = 'free', name = 'Ada Kowalska'): Promise<Person> {
  const person = newPerson(name);
  const hashed = await hash(person.password.normalize('NFKC'), CHEAP);
  await onDatabase(async (client) => {
    const { rows } = await client.query(
      'insert into users (name, email, email_verified) values ($1, $2, true) returning id',
      [person.name, person.email],
    );
    const id = rows[0].id;
    await client.query(
      "insert into accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
      [id, hashed],
    );
    await client.query('update profiles set subscription_tier = $2 where id = $1', [id, tier]);
  });
  return person;
}

/** The session that an earlier test began for the administrator, who may sign in only so often a minute. */
let begun: { readonly cookies: Cookie[]; readonly test: string; readonly since: number } | undefined;
/** Young enough to count as a fresh proof until the test is over. */
const REUSED_MS = 120_000;

/** Takes the session of an earlier test if it is still open. Two sign-ins of one test are two sessions. */
async function takeSession(page: Page): Promise<boolean> {
  if (!begun || begun.test === test.info().testId || Date.now() - begun.since > REUSED_MS) return false;
  await page.context().addCookies(begun.cookies);
  const { user } = await (await page.request.get('/api/session')).json();
  begun = { ...begun, test: test.info().testId };
  return user?.email === HEAD.email;
}

/** Signs in and opens a page, or none for a test that opens its own. What the form does itself is for the tests of signing in. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
  path: string | null = '/dashboard',
): Promise<void> {
  const isHead = email === HEAD.email;
  if (!isHead || !(await takeSession(page)))
    // Many sign in from this address at once: whoever is told to wait does so, since what is refused counts, too.
    await expect(async () => {
      const headers = { origin: process.env.E2E_URL ?? '' };
      const reply = await page.request.post('/api/sign-in', { headers, data: { email, password } });
      await page.waitForTimeout(Number(reply.headers()['retry-after'] ?? 0) * 1000);
      expect(reply.status(), await reply.text()).toBe(200);
      const cookies = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);
      if (isHead) begun = { cookies, test: test.info().testId, since: Date.now() };
    }).toPass({ timeout: 60_000, intervals: [500, 1000, 2000] });
  if (path === null) return;
  await page.goto(path);
  await takenOver(page);
  if (path === '/dashboard') await expect(page).toHaveURL(/\/dashboard$/);
}

/** Waits until the app answers clicks: those of a test come sooner than a person's. Where its scripts are held back, not long. */
async function takenOver(page: Page, timeout = 5000): Promise<void> {
  const isTaken = () =>
    Object.keys(document.querySelector('#content') ?? {}).some((key) => key.startsWith('__reactFiber'));
  await page.waitForFunction(isTaken, undefined, { timeout }).catch(() => undefined);
}

/** Until a page answers clicks, a link loads the next one from the server, where no `page.route` reaches. */
export async function openAwake(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await takenOver(page, 30_000);
}

/** The same administrator in a window of their own, on the same page. */
export async function secondWindow(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() });
  if (!context) throw new Error('no browser');
  const other = await context.newPage();
  await other.goto(page.url());
  return other;
}

interface Options {
  /** A refused request is told to the console by the browser itself: the tests that provoke one say so. */
  expected: { faults: RegExp[] };
  /** Pages for reading wait for their reader, as they do for everybody. Elsewhere a first touch comes at once. */
  waits: boolean;
}

export const test = base.extend<Options>({
  expected: [{ faults: [] }, { option: true }],
  waits: [false, { option: true }],
  page: async ({ expected, page, waits }, use) => {
    if (!waits)
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('touchstart'))),
      );
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await use(page);
    expect(faults.filter((fault) => !expected.faults.some((pattern) => pattern.test(fault)))).toEqual([]);
  },
});

/** What Chromium itself writes for a reply of 400 to 499. */
export const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;
export { expect };
