import { tmpdir } from 'node:os';
import { removeDataDir } from '../kit/process.ts';

/** Removes what the server of the run has kept; only a folder of ours below the one for temporary files. */
export default function removeData(): void {
  const directory = process.env.E2E_DATA_DIR;
  if (directory?.startsWith(tmpdir())) removeDataDir(directory);
}
