import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Removes what the server of the run has kept; only a folder of ours below the one for temporary files. */
export default function removeData(): void {
  const directory = process.env.E2E_DATA_DIR;
  if (directory?.startsWith(tmpdir())) rmSync(directory, { recursive: true, force: true });
}
