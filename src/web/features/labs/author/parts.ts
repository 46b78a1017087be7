import type { LabFiles } from '#domain/labs/lab-spec';
import { readTabs } from './yaml-lists.ts';

export const YAML = 'lab.yaml';
export const LAB_PARTS = ['files', 'given', 'solution'] as const;
export type LabPart = (typeof LAB_PARTS)[number];

/** Paths of a part, by name; what learners start with in the order of the tabs. */
export function pathsOf(source: LabFiles, part: LabPart): string[] {
  const own = Object.keys(source)
    .filter((path) => path.startsWith(`${part}/`))
    .map((path) => path.slice(part.length + 1))
    .sort();
  if (part !== 'files') return own;
  const first = readTabs(source[YAML] ?? '').filter((path) => own.includes(path));
  return [...first, ...own.filter((path) => !first.includes(path))];
}

/** Which part a file of the source is of, and its path there. */
export function locate(file: string): { part: LabPart; path: string } | null {
  const part = LAB_PARTS.find((each) => file.startsWith(`${each}/`));
  return part ? { part, path: file.slice(part.length + 1) } : null;
}
