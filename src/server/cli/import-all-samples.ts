import { join } from 'node:path';
import { importBanks } from '#server/areas/banks/files/import-banks';
import { importContent } from '#server/areas/courses/folders/import-content';
import { importSamplePages } from '#server/areas/site/import-sample-pages';
import { systemCaller } from '#server/db/audit';
import { withPreparedHtml } from '#server/markdown/prepared-html';
import type { Services } from '#server/services';

interface SampleFiles {
  /** Folder of the sample content. */
  readonly content: string;
  /** File with the HTML that the build has prepared. */
  readonly prepared: string;
}

/** Imports the sample courses, posts and pages. */
export async function importAllSamples(
  services: Services,
  { content, prepared }: SampleFiles,
): Promise<void> {
  await importBanks(services, systemCaller, content);
  await withPreparedHtml(prepared, () => importContent(services, systemCaller, content));
  await importSamplePages(services, join(content, 'pages'));
}
