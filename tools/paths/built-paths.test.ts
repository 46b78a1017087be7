import { expect, test } from 'vitest';
import { readSource, sourceFiles } from '../source-files.ts';

/**
 * What builds a path, and the one file that may; a route names its own address. Pages of administrators, and requests of the
 * API, have paths of their own.
 */
const PATHS: readonly (readonly [building: RegExp, file: string])[] = [
  [/(?<!\/(?:admin|api))\/(?:courses|blogs)\/\$\{/, 'src/domain/courses/page-paths.ts'],
  [/\/authors\/\$\{/, 'src/domain/site/author-path.ts'],
  [/\?section=/, 'src/domain/courses/section-paths.ts'],
  [/(?<!\/api)\/certificates\/\$\{/, 'src/domain/certificates/certificate-path.ts'],
  [/(?<!\/settings)\/pages\/\$\{/, 'src/domain/site/custom-page-path.ts'],
  [/\/profile\?tab=/, 'src/domain/accounts/profile-paths.ts'],
  [/\/admin\/(?:users|exams)\/\$\{|\/admin\/billing\?|\/gradebook`/, 'src/domain/site/admin-paths.ts'],
];

test('each path of a page is built in one place', () => {
  const served = sourceFiles().filter(
    (path) => /^src\/(?!web\/routes\/)/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  for (const [building, file] of PATHS)
    expect(served.filter((path) => building.test(readSource(path)))).toEqual([file]);
});
