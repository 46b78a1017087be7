import type { CourseState } from '#domain/courses/life-cycle';
import type { CourseFolder } from './course-folder.ts';

/** Where a folder says that its course stands, as the course is kept. */
export interface FolderStanding {
  readonly state: CourseState;
  readonly publish_at: Date | null;
  readonly keeps_access: boolean;
}

/** Null where the folder says nothing: the course stays where it is. What was scheduled for a time that is past is published. */
export function folderStanding(course: CourseFolder['course'], now: Date): FolderStanding | null {
  const { keeps_access = true, publish_at: time, status } = course;
  if (status === undefined) return null;
  const publishAt = status === 'scheduled' && time !== undefined ? new Date(time) : null;
  const isDue = publishAt !== null && publishAt <= now;
  return { state: isDue ? 'published' : status, publish_at: isDue ? null : publishAt, keeps_access };
}
