export const LONGEST_LAB_PATH = 120;
/** A path as the learner's code reads it: no hidden file, no way out of the folder. */
export const LAB_PATH = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+){0,5}$/;

export function isLabPath(path: string): boolean {
  return path.length <= LONGEST_LAB_PATH && LAB_PATH.test(path);
}
