import { LAB_LIMITS, type LabFiles, type LabSpec, lengthOf } from './lab-spec.ts';

/** Why a file can't have a name in a lab: another file has it, a folder has it, or there are too many files. */
export type NameFault = 'taken' | 'folder' | 'many';

/** Why a learner can't add a file under this path, or move one there; null: they can. */
export function nameFault(
  path: string,
  { files, given }: { files: LabFiles; given: LabFiles },
): NameFault | null {
  const others = [...Object.keys(files), ...Object.keys(given)];
  if (others.includes(path)) return 'taken';
  if (others.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))) return 'folder';
  return new Set(others).size >= LAB_LIMITS.files ? 'many' : null;
}

/**
 * A learner's work with the files that its author added since. Where learners can't delete files, those that the author renamed
 * or removed are left out if the work couldn't be saved otherwise.
 */
export function joinWork(
  saved: LabFiles,
  { files: start, spec }: { files: LabFiles; spec: Pick<LabSpec, 'newFiles'> },
): LabFiles {
  const joined = { ...start, ...saved };
  if (spec.newFiles || fitsLimits(joined)) return joined;
  return Object.fromEntries(Object.entries(joined).filter(([path]) => Object.hasOwn(start, path)));
}

function fitsLimits(files: LabFiles): boolean {
  return Object.keys(files).length <= LAB_LIMITS.files && lengthOf(files) <= LAB_LIMITS.bytes;
}

/** Of work that is to be saved, the first file that the lab doesn't take; `known` are files that it took before. */
export function refusedFile(
  files: LabFiles,
  { known, spec }: { known: readonly string[]; spec: Pick<LabSpec, 'given' | 'newFiles'> },
): string | null {
  const added = Object.keys(files).filter((path) => !known.includes(path));
  if (!spec.newFiles) return added[0] ?? null;
  const without = (path: string) =>
    Object.fromEntries(Object.entries(files).filter(([other]) => other !== path));
  return added.find((path) => nameFault(path, { files: without(path), given: spec.given })) ?? null;
}
