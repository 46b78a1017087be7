import type { Reader } from '#server/db/client';
import { type SectionWord, selectContentVersion, selectWords } from './notes-sql.ts';

/** Courses whose words stay at hand; of a large one they take a few megabytes. */
const MAX_COURSES = 8;

interface CourseWords {
  readonly version: string;
  readonly words: Promise<CourseIndex>;
}
interface CourseIndex {
  /** The sections by whose number the words name them. */
  readonly sectionIds: readonly string[];
  /** The most frequent first. */
  readonly words: readonly SectionWord[];
}
/** By course, the last used last. */
const atHand = new Map<string, CourseWords>();

/** The words of these sections of a course, the most frequent first. A course is parsed once for each of its versions. */
export async function courseWords(
  db: Reader,
  courseId: string,
  sectionIds: readonly string[],
): Promise<string[]> {
  const version = await selectContentVersion(db, courseId);
  const known = atHand.get(courseId);
  const course = known?.version === version ? known : { version, words: selectWords(db, courseId) };
  atHand.delete(courseId);
  atHand.set(courseId, course);
  for (const oldest of atHand.keys()) {
    if (atHand.size <= MAX_COURSES) break;
    atHand.delete(oldest);
  }
  try {
    const { sectionIds: all, words } = await course.words;
    const open = new Set(sectionIds);
    const isOpen = all.map((id) => open.has(id));
    const readable = isOpen.includes(false) ? words.filter(([, at]) => at.some((nth) => isOpen[nth])) : words;
    return readable.map(([word]) => word);
  } catch (error) {
    if (atHand.get(courseId) === course) atHand.delete(courseId);
    throw error;
  }
}
