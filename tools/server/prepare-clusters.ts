import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importAllSamples } from '#server/cli/import-all-samples';
import { withServices } from '#server/cli/open-services';
import { parseConfig } from '#server/config';
import { serverIdentity } from '#server/db/embedded/identity';
import { locate } from '#server/db/embedded/locations';
import { packCluster } from '#server/db/embedded/ready/cluster-archive';
import { presentOrigin } from '#server/db/embedded/ready/make-from-ready';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { migrate } from '#server/db/migrating/migrate';
import { createLog } from '#server/platform/log';

/** The server waits for no disk: what comes of a broken build is thrown away. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'min_wal_size=32MB', 'max_wal_size=32MB'];

/**
 * Makes the database of a new school, and the same with the sample courses, and packs each into a file: a first start unpacks
 * what it would otherwise make for seconds.
 */
export async function prepareClusters(root: string, build: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-cluster-'));
  const config = parseConfig({ DATA_DIR: dataDir });
  // A key of the build would be the key of every school.
  const noKey = async () => undefined;
  const files = { content: join(root, 'content'), prepared: join(build, 'content-html.json') };
  try {
    await withServer(dataDir, async (connection) => void (await migrate(connection)));
    await pack(dataDir, join(build, 'school.zst'));
    await withServer(dataDir, () =>
      withServices(config, (services) => importAllSamples(services, files), noKey),
    );
    await pack(dataDir, join(build, 'school-with-samples.zst'));
  } finally {
    const { home, socketDirectory } = locate(dataDir, serverIdentity(dataDir));
    for (const folder of [home, socketDirectory, dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}

async function withServer(
  dataDir: string,
  work: (connection: Awaited<ReturnType<typeof startEmbedded>>['connection']) => Promise<void>,
): Promise<void> {
  const log = createLog('error');
  const engine = await startEmbedded({ dataDir, address: 'the build', log, settings: SETTINGS });
  try {
    await work(engine.connection);
  } finally {
    await engine.stop();
  }
}

async function pack(dataDir: string, file: string): Promise<void> {
  const { cluster } = locate(dataDir, serverIdentity(dataDir));
  const folder = join(dataDir, 'uploads');
  const uploads = Object.fromEntries(
    namesIn(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]),
  );
  writeFileSync(file, packCluster(cluster, await presentOrigin(), uploads));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
