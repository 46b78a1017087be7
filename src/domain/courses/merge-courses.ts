import { type Choices, type FieldPath, type Merged, mergeVersions } from '../merge-versions.ts';

/** Unites two versions of a course: field by field, sections by id, each question of an exam as a whole. */
export function mergeCourses<Course>(
  base: Course,
  mine: Course,
  theirs: Course,
  choices?: Choices,
): Merged<Course> {
  return mergeVersions(base, mine, theirs, choices, isQuestion);
}

function isQuestion(path: FieldPath): boolean {
  return path.includes('questions') && path.at(-1) !== 'questions';
}
