import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LabFault } from '#contract/courses/lab-authoring';
import { LAB_LIMITS, type LabFiles } from '#domain/labs/lab-spec';
import { readPlainFile } from '../folders/read-plain-file.ts';
import { FileFaults } from '../folders/read-yaml.ts';
import type { WrittenLab } from './lab-spec-sql.ts';
import { noPlace, PARTS, readLabSource } from './read-lab-source.ts';

const IGNORED = /^\.|^README\.md$/i;

/** Reads the folder that makes a lab run (docs/course-folders.md). Throws LabFaults with every fault. */
export async function readLabFolder(directory: string): Promise<WrittenLab> {
  const faults: LabFault[] = [];
  const source = await readSource(directory, faults);
  return readLabSource(source, faults);
}

/** The text of each file by its path; what has no place is a fault. */
async function readSource(directory: string, faults: LabFault[]): Promise<LabFiles> {
  const names = await walk(directory, '', faults);
  const source: Record<string, string> = {};
  for (const name of names) {
    try {
      source[name] = await readPlainFile(directory, name, LAB_LIMITS.bytes);
    } catch (error) {
      if (!(error instanceof FileFaults)) throw error;
      faults.push(...error.placed.map((fault) => ({ file: name, ...fault })));
    }
  }
  return source;
}

/** Paths of the files below a folder, in order; of one that holds far too many, the first. */
async function walk(directory: string, below: string, faults: LabFault[]): Promise<string[]> {
  const entries = await readdir(join(directory, below), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name.startsWith('.') || (below === '' && IGNORED.test(entry.name))) continue;
    const hasPlace = below !== '' || path === 'lab.yaml' || PARTS.some((part) => part === path);
    if (!hasPlace) faults.push({ file: path, line: null, said: noPlace() });
    else if (entry.isDirectory() && path !== 'lab.yaml') found.push(...(await walk(directory, path, faults)));
    else found.push(path);
    if (found.length > 3 * LAB_LIMITS.files + 1) break;
  }
  return found;
}
