/**
 * What the first visit of a page costs a phone: Chromium as the browser tests have it, slowed down to a quarter, behind a line
 * of 1.6 Mbit/s and 150 ms, with nothing in its cache. Bytes are firm on any machine; times of scripts are set beside a loop
 * of the same browser, since a machine is not always equally fast.
 */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '#tests/kit/chromium';
import { median, send } from './load.ts';

const VISITS = 5;
const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** A page is at rest when nothing was fetched and no script ran long for this time. */
const REST_MS = 1500;
/** What the loop takes on the machine that the limits of times were set on, in a browser that is slowed down. */
const LOOP_MS = 100;

/** Most of each figure: kB as they are transferred, ms, and the share of the window that moves. */
const LIMITS = { total: 170, script: 90, font: 60, lcp: 1000, tbt: 100, cls: 0.01 } as const;
/** Without limits: what is neither script nor font, and what follows when the reader does something. */
type Figure = keyof typeof LIMITS | 'other' | 'touched' | 'its tbt';
type Figures = Readonly<Record<Figure, number>>;

interface Observed {
  /** Time of the largest paint, in ms since the visit began. */
  lcp: number;
  /** Beginning and length of each task of 50 ms and more. */
  tasks: [start: number, ms: number][];
  cls: number;
}

interface Visited {
  readonly name: string;
  readonly path: string;
}

/** Prints what a first visit of each page costs beside the limits; answers how many figures are over theirs. */
export async function measureVisits(port: number): Promise<number> {
  const post = JSON.parse((await send(port, { path: '/api/posts?kind=post' })).body.toString());
  const pages: Visited[] = [
    { name: 'landing', path: '/' },
    { name: 'catalogue', path: '/courses' },
    { name: 'course with a diagram', path: '/courses/sql-from-scratch' },
    { name: 'post', path: `/blogs/${post.items[0].id}` },
  ];
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS });
  try {
    const loop = await timeOfLoop(browser);
    console.log(
      `\nfirst visit on a phone: kB, ms; a loop took ${loop.toFixed(0)} ms (${LOOP_MS} where the limits of times were set)`,
    );
    console.log(`   ${'page'.padEnd(24)}${COLUMNS.map((name) => name.padStart(10)).join('')}`);
    console.log(
      `   ${'limit'.padEnd(24)}${COLUMNS.map((name) => String(limitOf(name) ?? '').padStart(10)).join('')}`,
    );
    let over = 0;
    for (const page of pages) {
      const visits: Figures[] = [];
      // The first fills what the server keeps.
      for (let visit = 0; visit <= VISITS; visit += 1) {
        const figures = await visitOnce(browser, `http://localhost:${port}${page.path}`);
        if (visit > 0) visits.push(figures);
      }
      over += print(page, visits, loop);
    }
    return over;
  } finally {
    await browser.close();
  }
}

const COLUMNS: readonly Figure[] = [
  'total',
  'script',
  'font',
  'other',
  'lcp',
  'tbt',
  'cls',
  'touched',
  'its tbt',
];
const MS: ReadonlySet<Figure> = new Set(['lcp', 'tbt', 'its tbt']);
const limitOf = (figure: Figure): number | undefined => ({ ...LIMITS })[figure as keyof typeof LIMITS];
const digitsOf = (figure: Figure) => (figure === 'cls' ? 3 : Number(!MS.has(figure)));

function print({ name }: Visited, visits: readonly Figures[], loop: number): number {
  let over = 0;
  const columns = COLUMNS.map((figure) => {
    const value = median(visits.map((visit) => visit[figure]));
    const limit =
      (limitOf(figure) ?? Number.POSITIVE_INFINITY) * (MS.has(figure) ? Math.max(1, loop / LOOP_MS) : 1);
    const isOver = value > limit;
    over += Number(isOver);
    return `${isOver ? '!' : ''}${value.toFixed(digitsOf(figure))}`.padStart(10);
  });
  console.log(`${over > 0 ? '!!' : 'ok'} ${name.padEnd(24)}${columns.join('')}`);
  return over;
}

/** What the same work takes in the slowed browser now: the median of five. */
async function timeOfLoop(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const times: number[] = [];
  for (let round = 0; round < VISITS; round += 1) times.push(await page.evaluate(loop));
  await page.close();
  return median(times);
}

/** Work of the kind that a page does: makes objects, sorts them, joins their texts. */
function loop(): number {
  const begin = performance.now();
  for (let turn = 0; turn < 20; turn += 1) {
    const items = Array.from({ length: 4000 }, (_, index) => ({ key: `${(index * 7919) % 4000}`, index }));
    items.sort((a, b) => (a.key < b.key ? -1 : 1));
    new Map(items.map((item) => [item.key, item]));
  }
  return performance.now() - begin;
}

async function visitOnce(browser: Browser, address: string): Promise<Figures> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const bytes = await countBytes(session);
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'load' });
  const { cls, lcp, tasks } = await untilAtRest(page);
  const { font, other, script } = bytes;
  const first = { total: font + other + script, script, font, other, lcp, cls, tbt: blocked(tasks) };
  await page.mouse.move(200, 300, { steps: 3 });
  const then = await untilAtRest(page);
  await context.close();
  return {
    ...first,
    touched: bytes.script - script,
    'its tbt': blocked(then.tasks.slice(tasks.length)),
  };
}

/** How long tasks kept a page from answering, beyond the 50 ms that nobody notices. */
const blocked = (tasks: Observed['tasks']) => tasks.reduce((sum, [, ms]) => sum + ms - 50, 0);

/** kB as they come over the line, headers included, by kind. */
async function countBytes(session: CDPSession): Promise<Record<'script' | 'font' | 'other', number>> {
  const kinds = new Map<string, 'script' | 'font' | 'other'>();
  const bytes = { script: 0, font: 0, other: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => {
    kinds.set(requestId, type === 'Script' ? 'script' : type === 'Font' ? 'font' : 'other');
  });
  session.on('Network.loadingFinished', ({ encodedDataLength, requestId }) => {
    bytes[kinds.get(requestId) ?? 'other'] += encodedDataLength / 1000;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  return bytes;
}

type Watched = Window & { observed: Observed };

/** Runs in the page before anything else. */
function observe(): void {
  const observed: Observed = { lcp: 0, tasks: [], cls: 0 };
  (window as unknown as Watched).observed = observed;
  const watch = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => {
    observed.lcp = startTime;
  });
  watch('longtask', ({ duration, startTime }) => observed.tasks.push([startTime, duration]));
  watch('layout-shift', (entry) => {
    observed.cls += (entry as PerformanceEntry & { value: number }).value;
  });
}

async function untilAtRest(page: Page): Promise<Observed> {
  for (;;) {
    await page.waitForLoadState('networkidle');
    const before = await page.evaluate(state);
    await page.waitForTimeout(REST_MS);
    const after = await page.evaluate(state);
    if (after === before) return page.evaluate(() => (window as unknown as Watched).observed);
  }
}

/** What changes as long as a page is busy. */
function state(): string {
  const { tasks } = (window as unknown as Watched).observed;
  return `${tasks.length} ${performance.getEntriesByType('resource').length}`;
}
