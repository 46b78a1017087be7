/**
 * Every check of the product in one run: `npm test`, its fast half (`--fast`, `npm run check`) and the long proofs
 * (`--prove`, `npm run prove`). The last line is `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { openAfter, outcomes, type PlaywrightSuite, type VitestFiles } from './results/spec-results.ts';
import { readStatements } from './results/spec-statements.ts';
import { run, type StepResult } from './step.ts';

const root = join(import.meta.dirname, '..');
const reports = join(root, 'test-results');
const fast = process.argv.includes('--fast');
const prove = process.argv.includes('--prove');
const results: StepResult[] = [];

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
}

function readReport<Report>(path: string): Report | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : null;
}

async function step(
  name: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  console.log(`\n== ${name}`);
  const start = Date.now();
  const code = await run(command, args, env);
  record(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, start);
  return code === 0;
}

type Check = readonly [name: string, command: string, args: string[]];

/** Runs checks beside each other, each with its output in one piece. */
async function sideBySide(checks: readonly Check[]): Promise<void> {
  const begun = checks.map(async ([name, command, args]) => {
    const start = Date.now();
    const output: Buffer[] = [];
    const code = await run(command, args, {}, (part) => void output.push(part));
    process.stdout.write(`\n== ${name}\n${Buffer.concat(output)}`);
    record(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, start);
  });
  await Promise.all(begun);
}

function record(name: string, passed: number, failed: number, start: number): void {
  results.push({ name, passed, failed, seconds: (Date.now() - start) / 1000 });
}

async function vitest(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  console.log(`\n== ${name}`);
  const start = Date.now();
  const report = join(reports, `${name}.json`);
  const code = await run(
    'vitest',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=tools/results/second-tries.ts',
      `--outputFile.json=${report}`,
      ...args,
    ],
    env,
  );
  const counted = readReport<VitestReport>(report);
  const failed = counted?.numFailedTests ?? 0;
  record(name, counted?.numPassedTests ?? 0, code === 0 ? failed : Math.max(1, failed), start);
}

async function playwright(env: NodeJS.ProcessEnv = {}): Promise<void> {
  console.log('\n== browser');
  const start = Date.now();
  const report = join(reports, 'browser.json');
  const code = await run('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const counted = readReport<PlaywrightReport>(report);
  const failed = (counted?.stats.unexpected ?? 0) + (counted?.errors.length ?? 0);
  const flaky = counted?.stats.flaky ?? 0;
  if (flaky > 0) console.log(`${flaky} passed only at the second try: see 'flaky' above and fix them`);
  record('browser', (counted?.stats.expected ?? 0) + flaky, code === 0 ? 0 : Math.max(1, failed), start);
}

const FAILURE_LINES = 12;

/** The tests that failed, and how, where whoever reads only the end of the output finds them. */
function nameFailures(): void {
  const unit = readReport<VitestFiles>(join(reports, 'unit and integration.json'));
  const browser = readReport<PlaywrightSuite>(join(reports, 'browser.json'));
  for (const { failures, file, passed, title } of outcomes(root, unit, browser)) {
    if (passed) continue;
    console.log(`failed: ${file} › ${title}`);
    for (const failure of new Set(failures))
      console.log(stripVTControlCharacters(failure).split('\n').slice(0, FAILURE_LINES).join('\n'));
  }
}

/** Every statement of the specification has tests that ran and passed, or it is named here. */
function specification(): void {
  const start = Date.now();
  const unit = readReport<VitestFiles>(join(reports, 'unit and integration.json'));
  const browser = readReport<PlaywrightSuite>(join(reports, 'browser.json'));
  const statements = readStatements();
  const open = openAfter(statements, outcomes(root, unit, browser));
  for (const { id, says } of open) console.log(`open: ${id} ${says}`);
  record('specification', statements.length - open.length, open.length, start);
}

async function main(): Promise<void> {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await step('generate', 'node', ['tools/generate.ts']);
  await sideBySide([
    ['format and lint', 'biome', ['ci', '.']],
    // The package that checks labs brings a compiler of the same name.
    ['types', 'node', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json']],
    ...(fast ? [] : [['unused', 'knip', []] satisfies Check]),
  ]);
  if (fast) {
    await vitest('fast', ['tools', 'src/domain', 'src/contract', 'src/emails', 'src/web']);
  } else {
    // First: what tests start begins with what is built, as `npm start` does, instead of making it each for itself.
    const isBuilt = await step('build', 'node', ['tools/build.ts']);
    if (isBuilt) await step('size', 'node', ['tools/check-size.ts']);
    await vitest('unit and integration', [], prove ? { PROVE: '1' } : {});
    if (isBuilt) {
      await playwright(prove ? { PROVE: '1' } : {});
      specification();
    }
    if (prove) {
      await vitest('chaos', ['--config', 'tests/chaos/chaos.config.ts']);
      await step('soak', 'node', ['benchmarks/soak/run.ts']);
      await step('mutation', 'node', ['tools/mutate.ts']);
    }
  }
  console.log('');
  nameFailures();
  for (const { name, passed, failed, seconds } of results) {
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
    );
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

await main();
