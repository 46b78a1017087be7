import type { DashboardRow } from './dashboard-row.ts';

/** What was saved of a section that somebody uses. */
export interface SavedSection {
  readonly courseId: string;
  readonly key: string;
  readonly title: string;
  readonly isDone: boolean;
  /** When it was used. */
  readonly at: Date;
}

/**
 * What these saves, in the order of their times, make of a dashboard that was read before or after them; null where only the
 * database knows. The usual save is of the section that somebody reads: its course moves to the front, and goes on with it.
 */
export function applySaves(row: DashboardRow, saves: readonly SavedSection[]): DashboardRow | null {
  let courses: DashboardRow['courses'] | null = row.courses;
  for (const save of saves) {
    // One section fewer may be new.
    if (row.added.some(({ id }) => id === save.courseId)) return null;
    courses = courses && coursesAfter(courses, save);
  }
  return courses && { ...row, courses };
}

/** What a save of a section makes of the courses to resume (`COURSES` and `ENROLMENT_COUNTS`). */
function coursesAfter(
  courses: DashboardRow['courses'],
  { at, courseId, isDone, key, title }: SavedSection,
): DashboardRow['courses'] | null {
  const course = courses.find(({ id }) => id === courseId);
  // After a section that is done another one follows, and a course that was not shown is not known.
  if (!course || isDone) return null;
  const used = Date.parse(course.last_used_at);
  if (used === at.getTime() && course.next?.key === key) return courses;
  if (courses.some(({ last_used_at }) => Date.parse(last_used_at) >= at.getTime())) return null;
  const moved = { ...course, last_used_at: at.toISOString(), next: { key, title } };
  const others = courses.filter((each) => each !== course);
  // Those in progress stand before those completed.
  const before =
    course.completed_at === null ? 0 : others.filter((each) => each.completed_at === null).length;
  return [...others.slice(0, before), moved, ...others.slice(before)];
}
