import { join } from 'node:path';
import { visit } from 'unist-util-visit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesOf, labOf } from '#domain/exams/kinds/code/code';
import { EXAMPLE_RUNNER, exampleMark } from '#domain/labs/examples';
import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import { referee } from '#domain/labs/referee';
import { type Example, runExample } from '#domain/labs/run-example';
import type { Verdict } from '#domain/labs/verdict';
import { BUNDLE_OF } from '#labs/protocol';
import { findCourseFolders } from '#server/areas/courses/folders/import-content';
import { readCourseFolder } from '#server/areas/courses/folders/read-course-folder';
import { proveLab } from '#server/areas/courses/labs/prove-lab';
import { parseMarkdown } from '#server/markdown/parse-markdown';
import type { Judge, Judgement } from '#server/platform/judge/judge';
import { openJudge } from '#server/platform/judge/open-judge';
import { type LabFrames, openLabFrames } from '#tests/kit/lab-frame';

const CONTENT = join(import.meta.dirname, '../../content');
const folders = await Promise.all((await findCourseFolders(CONTENT)).map(readCourseFolder));
const labs = folders.flatMap(({ sections, slug }) =>
  sections.flatMap(({ file, lab }) => (lab ? [{ name: `${slug}/${file}`, ...lab }] : [])),
);

const asked = folders.flatMap(({ sections, slug }) =>
  sections.flatMap(({ exam, file }) =>
    (exam?.questions ?? []).flatMap((question) =>
      question.kind === 'code' ? [{ name: `${slug}/${file}: ${question.id}`, question }] : [],
    ),
  ),
);

const local = openJudge({ hide: [] });
const judged = new Map<string, Promise<Judgement>>();
/** Runs nothing that it has a verdict of. */
const judge: Pick<Judge, 'judge'> = {
  judge: async (...run) => {
    const key = JSON.stringify(run);
    const running = judged.get(key) ?? local.judge(...run);
    judged.set(key, running);
    const judgement = await running;
    if (!judgement.verdict) judged.delete(key);
    return judgement;
  },
};
let frames: LabFrames;
beforeAll(async () => {
  frames = await openLabFrames();
}, 120_000);
afterAll(async () => {
  await local.close();
  await frames?.close();
});

async function everywhere(spec: LabSpec, files: LabFiles): Promise<{ here: Verdict | null; there: Verdict }> {
  const instruments = frames.instruments(BUNDLE_OF[spec.runner].bundle);
  const [{ verdict }, there] = await Promise.all([
    judge.judge(spec, files, 'revealed'),
    referee(spec, files, instruments, 'revealed'),
  ]);
  return { here: verdict, there };
}

test('the sample courses have labs that run, in TypeScript, in Python, in SQL, in the shell, of pages, and of servers', () => {
  const running = labs.map(({ spec }) => spec.runner);
  expect(running.filter((runner) => runner === 'javascript').length).toBeGreaterThanOrEqual(3);
  expect(running.filter((runner) => runner === 'python').length).toBeGreaterThanOrEqual(2);
  expect(running.filter((runner) => runner === 'http').length).toBeGreaterThanOrEqual(2);
  expect(running.filter((runner) => runner === 'dom').length).toBeGreaterThanOrEqual(1);
  expect(running.filter((runner) => runner === 'sql').length).toBeGreaterThanOrEqual(3);
  expect(running.filter((runner) => runner === 'shell').length).toBeGreaterThanOrEqual(2);
});

test.each(asked)(
  '$name: its solution passes, its start fails',
  async ({ question }) => {
    const [files, solution] = [filesOf(question.code.files), filesOf(question.code.solution)];
    const lab = { spec: labOf(question), files, solution, source: {} };
    expect(await proveLab(judge, lab)).toEqual([]);
  },
  60_000,
);

/**
 * Labs that page and server judge as they begin and with no files as well: one for each runner, all of them by
 * `npm run prove`. Every lab is judged by both with its solution, and as it begins by the server.
 */
const IN_EVERY_STATE = new Set(
  process.env.PROVE
    ? labs.map(({ name }) => name)
    : Object.values(Object.groupBy(labs, ({ spec }) => spec.runner)).map(([first]) => first?.name ?? ''),
);

describe.each(labs)('$name', ({ name, ...lab }) => {
  test('its solution passes, its start fails', async () => {
    expect(await proveLab(judge, lab)).toEqual([]);
  }, 60_000);

  test('the page finds the same as the server, byte for byte', async () => {
    const given = [lab.solution, ...(IN_EVERY_STATE.has(name) ? [lab.files, {}] : [])];
    for (const files of given) {
      const { here, there } = await everywhere(lab.spec, files);
      expect(JSON.stringify(there, null, 1)).toBe(JSON.stringify(here, null, 1));
    }
  }, 120_000);

  test('it has checks that are seen and checks that are not, and words for what fails', () => {
    const { checks, hints } = lab.spec;
    expect(checks.filter(({ hidden }) => hidden).length).toBeGreaterThanOrEqual(2);
    expect(checks.filter(({ hidden }) => !hidden).length).toBeGreaterThanOrEqual(3);
    expect(hints.length).toBeGreaterThanOrEqual(2);
    expect(checks.filter(({ hint }) => hint !== undefined).length).toBeGreaterThanOrEqual(2);
  });
});

const RUNNING = [
  'git-beyond-the-basics',
  'http-and-the-web-platform',
  'python-for-data-tasks',
  'sql-from-scratch',
  'the-command-line-calmly',
  'typescript-for-javascript-programmers',
];
const lessons = folders.flatMap(({ sections, slug }) =>
  sections.map(({ content, file }) => ({ slug, name: `${slug}/${file}`, examples: readExamples(content) })),
);
const examples = lessons.flatMap(({ examples: all, name }) =>
  all.map((example, index) => ({ name: `${name} ${index + 1}`, example })),
);

test('at least three lessons of each course whose language runs have examples that run', () => {
  const running = lessons.filter((lesson) => lesson.examples.length > 0).map(({ slug }) => slug);
  for (const slug of RUNNING)
    expect(running.filter((one) => one === slug).length, slug).toBeGreaterThanOrEqual(3);
});

test('every example of the sample courses runs without an error, and shows something', async () => {
  const run = async ({ example, name }: (typeof examples)[number]) => {
    const { bundle } = BUNDLE_OF[EXAMPLE_RUNNER[example.language]];
    const { out, page, results, ...rest } = await runExample(example, frames.instruments(bundle));
    expect(rest, name).toEqual({ stderr: '', diagnostics: [] });
    const isShown = page !== undefined || results.some(({ rows }) => rows.length > 0);
    expect(out !== '' || isShown, name).toBe(true);
  };
  const languages = Object.values(Object.groupBy(examples, ({ example }) => example.language));
  await Promise.all(
    languages.map(async (all) => {
      for (const one of all) await run(one);
    }),
  );
}, 180_000);

/** The examples of a text that readers can run, each with what the text has its language begin with. */
function readExamples(markdown: string): Example[] {
  const blocks: { kind: string; language: Example['language']; code: string }[] = [];
  visit(parseMarkdown(markdown), 'code', ({ lang, meta, value }) => {
    const mark = exampleMark(lang ?? '', meta ?? '');
    if (mark) blocks.push({ ...mark, code: value });
  });
  return blocks
    .filter(({ kind }) => kind === 'run')
    .map(({ code, language }) => ({
      language,
      code,
      setup: blocks
        .filter((block) => block.kind === 'setup' && block.language === language)
        .map((block) => block.code),
    }));
}
