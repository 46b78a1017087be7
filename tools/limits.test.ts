import { expect, test } from 'vitest';
import { readSource, repositoryFiles, sourceFiles } from './source-files.ts';

const lines = (path: string) => readSource(path).split('\n').length;

test('no source file is longer than 400 lines', () => {
  expect(
    sourceFiles()
      .filter((path) => lines(path) > 400)
      .map((path) => `${path}: ${lines(path)}`),
  ).toEqual([]);
});

test('half of the source files have at most 75 lines', () => {
  const sizes = sourceFiles()
    .filter((path) => path.startsWith('src/') && !/\.test\./.test(path))
    .map(lines)
    .sort((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(75);
});

test('no file is called after nothing in particular', () => {
  expect(
    sourceFiles().filter(
      (path) =>
        path !== 'src/web/routes/index.tsx' &&
        /(^|\/)(utils?|helpers?|misc|common|types|index)\.tsx?$/.test(path),
    ),
  ).toEqual([]);
});

test('nothing is left for later, silenced or switched off', () => {
  const left =
    /\b(?:TODO|FIXME|HACK|XXX)\b|@ts-(?:ignore|nocheck|expect-error)|\b(?:test|it|describe)\.(?:skip|only|todo)\(|: any\b|\bas any\b/;
  const own = new Set(['tools/limits.test.ts']);
  expect(sourceFiles().filter((path) => !own.has(path) && left.test(readSource(path)))).toEqual([]);
});

test('plain text reaches an HTML sink in the files named here only', () => {
  const sinks = sourceFiles().filter(
    (path) => path.startsWith('src/web/') && /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(readSource(path)),
  );
  expect(
    sinks.every((path) => path.startsWith('src/web/ui/') || path.startsWith('src/web/features/shell/')),
  ).toBe(true);
});

test('one module of the browser keeps things, besides the script that runs before it', () => {
  const storage = /\b(?:localStorage|sessionStorage|indexedDB)\b/;
  const keeping = sourceFiles().filter(
    (path) => path.startsWith('src/web/') && !path.includes('.test.') && storage.test(readSource(path)),
  );
  expect(keeping.sort()).toEqual(['src/web/lib/saving/kept.ts', 'src/web/theme/color-scheme.ts']);
});

test('a button or an item of a menu whose work is under way is busy, not disabled: it keeps the focus', () => {
  const buttons = /<(?:Button|IconButton|MenuItem)\b(?:[^<>]|=>)*?\sdisabled=\{([^}]*)\}/g;
  const underWay =
    /(?<!!)\b(?:busy|sending|saving|is(?:Busy|Saving|Sending|Submitting|Loading|Fetching\w*))\b/;
  const faulty = sourceFiles()
    .filter((path) => path.startsWith('src/web/') && path.endsWith('.tsx'))
    .flatMap((path) =>
      [...readSource(path).matchAll(buttons)]
        .filter(([, when = '']) => underWay.test(when) || /=== '(?:busy|saving|sending)'/.test(when))
        .map(([, when]) => `${path}: disabled={${when}}`),
    );
  expect(faulty).toEqual([]);
});

test('SQL is never made by joining strings', () => {
  const joined = /sql\.raw\(|sql\.lit\(|\.query\(\s*`[^`]*\$\{/;
  const allowed = /^(src\/server\/db\/|tests\/|benchmarks\/|tools\/)/;
  expect(sourceFiles().filter((path) => !allowed.test(path) && joined.test(readSource(path)))).toEqual([]);
});

test('an area takes the time from the clock that it is given', () => {
  const ownTime = /(?<![.\w])(?:now\(\)|clock_timestamp\(\)|current_timestamp|new Date\(\)|Date\.now\(\))/i;
  // Wrong passwords and codes are counted by many processes at once: all go by the clock of the database.
  const counted = ['accounts/sign-in/lockout-sql.ts', 'accounts/two-factor/two-factor-sql.ts'];
  // Leases of chores go by it; so does when a process was last heard of.
  const leased = ['admin/health/health-sql.ts', 'admin/health/process-sql.ts'];
  // The sign-in library reads what these write, by the clock of the machine.
  const library = ['accounts/sign-in/challenge-sql.ts'];
  const allowed = [...counted, ...leased, ...library].map((path) => `src/server/areas/${path}`);
  const faulty = sourceFiles().filter(
    (path) =>
      path.startsWith('src/server/areas/') && !/\.test\./.test(path) && ownTime.test(readSource(path)),
  );
  expect(faulty.sort()).toEqual(allowed.sort());
});

test('a verb file exports one function that has the name of the file', () => {
  const verbs = sourceFiles().filter(
    (path) =>
      /^src\/server\/areas\/[^/]+\/(?:[a-z-]+\/)?[a-z]+-[a-z-]+\.ts$/.test(path) &&
      // A larger area has its queries in several files; a file format is read and written in one.
      !/(\.test|-sql|\/formats\/.*)\.ts$/.test(path),
  );
  const camel = (path: string) =>
    path.replace(/^.*\/|\.ts$/g, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const faulty = verbs.filter((path) => {
    const functions = [...readSource(path).matchAll(/^export (?:async )?function (\w+)/gm)].map(
      (match) => match[1],
    );
    return functions.length > 0 && !functions.includes(camel(path));
  });
  expect(faulty).toEqual([]);
});

test('the lock file names every optional package, also those for other platforms', () => {
  const { packages } = JSON.parse(readSource('package-lock.json')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const named = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
  const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  // Without them npm ci refuses the lock file; tools/complete-lock.ts adds them.
  expect(wanted.filter((name) => !named.includes(name))).toEqual([]);
});

test('the lock file records no download addresses', () => {
  expect(readSource('package-lock.json')).not.toMatch(/"resolved": "http/);
  expect(repositoryFiles()).not.toContain('.npmrc');
});
