import { importContent } from '#server/areas/courses/import-content';
import { importSamplePages } from '#server/areas/site/import-sample-pages';
import { systemCaller } from '#server/db/audit';
import { withPreparedHtml } from '#server/markdown/prepared-html';
import type { SampleFault, SampleOrder } from './import-samples.ts';
import { withServices } from './open-services.ts';

process.on('disconnect', () => process.exit(1));
process.once('message', async ({ config, content, prepared }: SampleOrder) => {
  try {
    await withServices(config, async (services) => {
      await withPreparedHtml(prepared, () => importContent(services, systemCaller, content));
      await importSamplePages(services, `${content}/pages`);
    });
    process.exit(0);
  } catch (error) {
    const fault: SampleFault = { error: error instanceof Error ? error.message : String(error) };
    process.send?.(fault, () => process.exit(1));
  }
});
