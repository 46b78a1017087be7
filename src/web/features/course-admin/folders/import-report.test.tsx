import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FolderImport, FolderImportItem } from '#contract/courses/folders';
import { ImportReport } from './import-report.tsx';

const failed: FolderImport = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'courses.zip',
  state: 'failed',
  done: 1,
  total: 2,
  isPartial: false,
  faults: ['a/course.yaml: not found'],
  items: [],
  startedAt: '2026-03-02T09:00:00.000Z',
};
const item: FolderImportItem = { kind: 'course', slug: 'a', outcome: 'created', changes: [], warnings: [] };

test.for<[Partial<FolderImport>, string]>([
  [{}, 'Nothing was imported from courses.zip. Fix these problems and try again.'],
  [
    { isPartial: true, items: [item] },
    'Only part of courses.zip was imported. Fix these problems and import it again.',
  ],
  [{ isPartial: true }, 'The import of courses.zip was interrupted. Some of it may have been imported.'],
])('a failed import says what is known of it: %o', ([change, words]) => {
  const html = renderToStaticMarkup(<ImportReport running={{ ...failed, ...change }} />);
  expect(/<strong>([^<]+)<\/strong>/.exec(html)?.[1]).toBe(words);
});
