import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentOf, type FileContent } from './export-media.ts';

/** Writes the files of an export into a folder, one after the other. */
export async function writeFiles(directory: string, files: ReadonlyMap<string, FileContent>): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [path, content] of files) {
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await contentOf(content));
  }
}
