import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LAB_ASSETS, labsBuilt } from '#server/platform/judge/labs-built';
import { type StaticFiles, scanStaticFiles } from './static-files.ts';

/** Addresses of what labs need in browsers. */
export const LAB_ADDRESS = '/lab-assets/';
const NONE: StaticFiles = new Map();

/** The files that labs need in browsers; who asks while the first start still makes them waits until they are there. */
export function openLabFiles(build: string): () => Promise<StaticFiles> {
  const folder = join(build, LAB_ASSETS);
  let files: StaticFiles | undefined;
  return async () => {
    if (files) return files;
    await labsBuilt(build);
    if (!existsSync(folder)) return NONE;
    files ??= scanStaticFiles(folder, LAB_ADDRESS);
    return files;
  };
}
