import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { SampleFault, SampleOrder } from '#server/jobs/import-samples';

process.on('disconnect', () => process.exit(1));
process.once('message', async (order: SampleOrder) => {
  try {
    if (order.compileCache !== undefined) enableCompileCache(order.compileCache);
    await importAll(order);
    process.exit(0);
  } catch (error) {
    const fault: SampleFault = { error: error instanceof Error ? error.message : String(error) };
    process.send?.(fault, () => process.exit(1));
  }
});

async function importAll({ config, content, prepared }: SampleOrder): Promise<void> {
  const { importBanks } = await import('#server/areas/banks/files/import-banks');
  const { importContent } = await import('#server/areas/courses/folders/import-content');
  const { importSamplePages } = await import('#server/areas/site/import-sample-pages');
  const { systemCaller } = await import('#server/db/audit');
  const { withPreparedHtml } = await import('#server/markdown/prepared-html');
  const { withServices } = await import('./open-services.ts');
  await withServices(config, async (services) => {
    await importBanks(services, systemCaller, content);
    await withPreparedHtml(prepared, () => importContent(services, systemCaller, content));
    await importSamplePages(services, join(content, 'pages'));
  });
}
