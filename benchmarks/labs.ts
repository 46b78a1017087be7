/** What labs cost (labs.md, section 10): downloads, starts, submissions, and how long others wait meanwhile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { LabFiles } from '#domain/labs/lab-spec';
import type { Question } from '#domain/labs/question';
import type { Runner } from '#domain/labs/runners';
import type { AssetManifest, BundleName } from '#labs/protocol';
import { findCourseFolders } from '#server/areas/courses/folders/import-content';
import { readCourseFolder } from '#server/areas/courses/folders/read-course-folder';
import { findRunning } from '#server/db/embedded/find-running';
import { LAB_ASSETS } from '#server/platform/judge/labs-built';
import { openJudge } from '#server/platform/judge/open-judge';
import { openLabFrames } from '#tests/kit/lab-frame';
import { labsWeight } from '#tools/packages/labs-weight';
import { median, send } from './load.ts';
import { seedMembers } from './seed-members.ts';
import { percentile } from './waiting.ts';

const ROUNDS = 3;
const CHECKS = 8;
const LOOPS = 20;
const READS = 200;
/** Longer than a judgement may take. */
const LOOP_MS = 25_000;

interface Limits {
  /** First download, kB as it travels. */
  readonly download: number;
  /** From opening the frame to the first question, with the files in the browser's cache, ms. */
  readonly ready?: number;
  /** The same on the first visit ever, from a server on this machine, ms. */
  readonly first?: number;
}
/** From pressing Stop until the worker of an endless loop is gone, ms. */
const STOP_MS = 100;
const ENDLESS: readonly (readonly [BundleName, LabFiles, Question])[] = [
  ['quickjs', { 'main.js': 'for (;;);' }, { op: 'run', file: 'main.js', stdin: '', argv: [] }],
  ['python', { 'main.py': 'while True: pass' }, { op: 'run', file: 'main.py', stdin: '', argv: [] }],
  [
    'sql',
    {},
    { op: 'query', sql: 'select count(*) from generate_series(1, 1e6) a, generate_series(1, 1e6) b' },
  ],
];
const BUNDLES: Readonly<Partial<Record<BundleName, Limits>>> = {
  quickjs: { download: 260, ready: 300 },
  // JavaScript and the document, which starts with it.
  dom: { download: 390, ready: 300 },
  shell: { download: 350, ready: 300 },
  sql: { download: 5800, ready: 1500 },
  python: { download: 6000, ready: 1000, first: 6000 },
  types: { download: 1000 },
};
/** A submission of eight checks, the start of its player included: its limit in CPU ms, and the course that its lab is in. */
const SUBMISSIONS: readonly { name: string; runner: Runner; course?: string; limit: number }[] = [
  { name: 'javascript', runner: 'javascript', limit: 250 },
  { name: 'dom', runner: 'dom', limit: 450 },
  { name: 'shell', runner: 'shell', course: 'the-command-line-calmly', limit: 450 },
  { name: 'git', runner: 'shell', course: 'git-beyond-the-basics', limit: 1000 },
  { name: 'sql', runner: 'sql', limit: 1400 },
  { name: 'python', runner: 'python', limit: 1000 },
];
const PEAK_MB = 512;
/** What labs add to what `npm ci` installs. */
const INSTALLED_MB = 110;

interface School {
  readonly root: string;
  readonly dataDir: string;
  readonly port: number;
  readonly origin: string;
}

/** Prints the figures beside their limits; answers how many are over theirs. */
export async function measureLabs(school: School): Promise<number> {
  let over = 0;
  const print = (name: string, value: number, limit: number, unit: string) => {
    if (value > limit) over += 1;
    const figure = unit === 'x' ? value.toFixed(2) : value.toFixed(0);
    console.log(`${value > limit ? '!!' : 'ok'} ${name.padEnd(48)} ${figure} ${unit} (limit ${limit})`);
  };
  console.log('\nlabs');
  print('added to npm ci', labsWeight(school.root), INSTALLED_MB, 'MB');
  const manifest = readManifest(school.root);
  for (const [name, { download }] of entries(BUNDLES))
    print(`first download, ${name}`, kilobytes(manifest, name), download, 'kB');
  const { first, ready, stop } = await browserTimes(school.root);
  for (const [name, ms] of ready) print(`ready in the browser, ${name}`, ms, BUNDLES[name]?.ready ?? 0, 'ms');
  for (const [name, ms] of first) print(`first visit ever, ${name}`, ms, BUNDLES[name]?.first ?? 0, 'ms');
  for (const [name, ms] of stop) print(`stop of an endless loop, ${name}`, ms, STOP_MS, 'ms');
  for (const { cpuMs, limit, name, peakMb } of await submissions(school.root)) {
    print(`submission of ${CHECKS} checks, ${name}`, cpuMs, limit, 'CPU ms');
    print(`its peak of memory, ${name}`, peakMb, PEAK_MB, 'MB');
  }
  print(`p95 of the catalogue beside ${LOOPS} endless loops`, await slowdown(school), 1.5, 'x');
  return over;
}

const entries = <Key extends string, Value>(of: Readonly<Partial<Record<Key, Value>>>) =>
  Object.entries(of) as [Key, Value][];

function readManifest(root: string): AssetManifest {
  return JSON.parse(readFileSync(join(root, 'build', LAB_ASSETS, 'manifest.json'), 'utf8'));
}

function kilobytes({ bundles }: AssetManifest, name: BundleName): number {
  const bundle = bundles[name];
  if (!bundle) throw new Error(`${name} is not built`);
  const files = [bundle.script, ...Object.values(bundle.assets)];
  return files.reduce((sum, { compressed }) => sum + compressed, 0) / 1000;
}

interface BrowserTimes {
  readonly ready: Map<BundleName, number>;
  readonly first: Map<BundleName, number>;
  readonly stop: Map<BundleName, number>;
}

/** The first start of each runtime in a page, those after it, and how soon an endless loop is stopped. */
async function browserTimes(root: string): Promise<BrowserTimes> {
  const frames = await openLabFrames(join(root, 'build', LAB_ASSETS));
  const times: BrowserTimes = { ready: new Map(), first: new Map(), stop: new Map() };
  try {
    for (const [name, { first, ready }] of entries(BUNDLES)) {
      if (ready === undefined) continue;
      const rounds: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const begin = performance.now();
        await frames.play(name, []);
        const ms = performance.now() - begin;
        if (round > 0) rounds.push(ms);
        else if (first !== undefined) times.first.set(name, ms);
      }
      times.ready.set(name, median(rounds));
    }
    for (const [name, files, question] of ENDLESS) {
      const load = { type: 'ask', id: 1, question: { op: 'load', files, ms: 5000 } } as const;
      const endless = { type: 'ask', id: 2, question: { ...question, ms: 60_000 } } as const;
      times.stop.set(name, await frames.stop(name, load, endless));
    }
    return times;
  } finally {
    await frames.close();
  }
}

interface Submission {
  readonly name: string;
  readonly limit: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** The solution of a lab of each language, judged by its first checks. */
async function submissions(root: string): Promise<Submission[]> {
  const folders = await Promise.all((await findCourseFolders(join(root, 'content'))).map(readCourseFolder));
  const labs = folders.flatMap(({ sections, slug }) =>
    sections.flatMap(({ lab }) => (lab ? [{ ...lab, slug }] : [])),
  );
  const judge = openJudge({ hide: [] });
  const judged: Submission[] = [];
  try {
    for (const { course, limit, name, runner } of SUBMISSIONS) {
      const lab = labs.find(
        ({ slug, spec }) =>
          spec.runner === runner && spec.checks.length >= CHECKS && (course ?? slug) === slug,
      );
      if (!lab) throw new Error(`no sample lab of ${name} has ${CHECKS} checks`);
      const spec = { ...lab.spec, checks: lab.spec.checks.slice(0, CHECKS) };
      const rounds: { cpuMs: number; peakMb: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await judge.judge(spec, lab.solution));
      judged.push({
        name,
        limit,
        cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
        peakMb: Math.max(...rounds.map(({ peakMb }) => peakMb)),
      });
    }
    return judged;
  } finally {
    await judge.close();
  }
}

/**
 * How much longer readers of the catalogue wait while so many learners have submitted an endless loop: the median of
 * rounds, as what else a machine does comes and goes.
 */
async function slowdown({ dataDir, origin, port }: School): Promise<number> {
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  await client.connect();
  try {
    const members = await seedMembers(client, LOOPS, { dataDir, origin });
    const ids = members.map(({ userId }) => userId);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const idle = await waits(port);
      await submitLoops(client, ids);
      ratios.push((await waits(port)) / idle);
      await client.query('delete from lab_runs where user_id = any($1)', [ids]);
      // What is being judged ends by itself.
      await wait(LOOP_MS);
    }
    return median(ratios);
  } finally {
    await client.end();
  }
}

async function submitLoops(client: pg.Client, ids: readonly string[]): Promise<void> {
  const { rowCount } = await client.query(
    `insert into lab_runs (user_id, section_id, spec_version, files, queued_at)
     select who, lab.section_id, lab.version, (select json_object_agg(path, 'for (;;);') from jsonb_object_keys(lab.files::jsonb) as path), now()
     from unnest($1::uuid[]) as who, (select * from current_labs where spec ->> 'runner' = 'javascript' limit 1) as lab`,
    [ids],
  );
  if (rowCount !== ids.length) throw new Error('no lab in JavaScript is in the school');
  await client.query("select pg_notify('labs', '')");
  await wait(1000);
  const { rows } = await client.query("select 1 from lab_runs where state = 'running'");
  if (rows.length === 0) throw new Error('nothing is judged');
}

/** The 95th percentile of readers who come one after the other, in ms. */
async function waits(port: number): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    const begin = performance.now();
    await send(port, { path: '/courses' });
    times.push(performance.now() - begin);
    await wait(10);
  }
  return percentile(times, 0.95);
}
