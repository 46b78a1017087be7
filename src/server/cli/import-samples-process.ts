import { enableCompileCache } from 'node:module';
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

async function importAll({ config, ...files }: SampleOrder): Promise<void> {
  const { importAllSamples } = await import('./import-all-samples.ts');
  const { withServices } = await import('./open-services.ts');
  await withServices(config, (services) => importAllSamples(services, files));
}
