import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schoolsHash } from '../build-hash.ts';

/** Says of which sources they were made; there only while all of them are. */
const META = 'schools.json';
/** What first starts begin with: the HTML of the sample courses, and the database of a new school without and with them. */
const FILES = ['content-html.json', 'school.zst', 'school-with-samples.zst'];

/** Makes what first starts begin with again if its sources have changed since; `make` writes all of it into a folder. */
export async function ensureSchools(root: string, make: (folder: string) => Promise<void>): Promise<void> {
  const build = join(root, 'build');
  const meta = join(build, META);
  const sources = schoolsHash(root);
  const isMade =
    existsSync(meta) &&
    JSON.parse(readFileSync(meta, 'utf8')).sources === sources &&
    FILES.every((name) => existsSync(join(build, name)));
  if (isMade) return;
  rmSync(meta, { force: true });
  const unfinished = join(build, 'schools.part');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  await make(unfinished);
  const made = FILES.filter((name) => existsSync(join(unfinished, name)));
  for (const name of made) renameSync(join(unfinished, name), join(build, name));
  // On a machine whose database server doesn't run, the next build tries again.
  if (made.length === FILES.length) {
    const written = join(unfinished, META);
    writeFileSync(written, JSON.stringify({ sources }));
    renameSync(written, meta);
  }
  rmSync(unfinished, { recursive: true });
}
