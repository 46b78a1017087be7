import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before the server where no small disk can be mounted: every disk says that it has as many megabytes free as the
 * file SMALL_DISK says.
 */
const file = process.env.SMALL_DISK ?? '';
const { statfsSync } = fs;
fs.statfsSync = ((path: fs.PathLike) => ({
  ...statfsSync(path),
  bsize: 1024 ** 2,
  bavail: Number(fs.readFileSync(file, 'utf8')),
})) as typeof statfsSync;
syncBuiltinESMExports();
