import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from '#server/config';
import { installedBinaries } from '#server/db/embedded/binaries';
import { findFfmpeg } from '#server/platform/video/find-ffmpeg';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

const OLDEST_NODE = 24;

/** Node.js, and the database server that npm has brought, unless another one is used. */
export function checkPrograms(
  config: Pick<Config, 'databaseUrl' | 'ffmpeg'>,
  node: string = process.versions.node,
  binaries: () => string = installedBinaries,
): Finding[] {
  const program = `Node.js ${node}`;
  const nodeJs =
    Number.parseInt(node, 10) >= OLDEST_NODE
      ? ok(program)
      : fault(
          program,
          `Lectern needs Node.js ${OLDEST_NODE} or later: run it through npm, which includes it (npm run lectern -- doctor)`,
        );
  const database = config.databaseUrl ? [] : [embeddedServer(binaries)];
  return [nodeJs, ...database, videoProgram(config)];
}

/** A school without it is whole: videos play as uploaded. */
function videoProgram(config: Pick<Config, 'ffmpeg'>): Finding {
  const { path } = config.ffmpeg;
  const found = findFfmpeg(config);
  if (found) return ok(`videos: ${found} makes smaller sizes`);
  if (path === undefined || path === 'off') return ok('videos: play as uploaded, without ffmpeg');
  return fault(
    `videos: ${path} can't be run, or has no ffprobe beside it`,
    'set FFMPEG_PATH to the ffmpeg of this machine, or to off',
  );
}

/** Runs it: a file that was cut off or made for another machine is there, too. */
function embeddedServer(binaries: () => string): Finding {
  try {
    const native = binaries();
    for (const name of ['initdb', 'postgres']) {
      const { error, status, stderr } = spawnSync(join(native, 'bin', name), ['--version'], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${name} doesn't run: ${error?.message ?? stderr.trim()}`);
    }
    const { stdout } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
    return ok(`embedded server: ${stdout.trim()}`);
  } catch (error) {
    return fault(
      `embedded server: ${reasonOf(error)}`,
      'run npm ci again without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later server',
    );
  }
}
