import type { EditCourse, EditSection } from '#contract/courses/courses';
import type { ExamForm } from '#contract/exams/exam-form';
import { pageMeta } from '#contract/page-meta';
import type { Reader } from '#server/db/client';
import { storedExam } from '../catalogue/stored-exam.ts';
import { type CourseRow, type SectionRow, selectCourseById, selectSections, selectWritten } from '../sql.ts';
import { fieldsOf } from './course-values.ts';

/** A course as its form needs it; null when there is none. For administrators. */
export async function loadEditCourse(db: Reader, id: string): Promise<EditCourse | null> {
  const course = await selectCourseById(db, id);
  return course ? toEditCourse(db, course) : null;
}

/** The same of a course or a post. */
export async function loadWritten(db: Reader, id: string): Promise<EditCourse | null> {
  const written = await selectWritten(db, id);
  return written ? toEditCourse(db, written) : null;
}

/** The same of a row that has been read: a course, or a post that is written like one. */
export async function toEditCourse(db: Reader, course: CourseRow): Promise<EditCourse> {
  const { id } = course;
  const sections = await selectSections(db, id);
  return {
    id,
    version: course.version,
    ...fieldsOf(course),
    slug: course.slug,
    categories: course.categories.map((category) => category.id),
    authors: course.authors,
    ...(course.kind === 'post' && { meta: pageMeta.parse(course.meta) }),
    content: sections.map(toEditSection),
    updatedAt: course.updated_at.toISOString(),
  };
}

export function toEditSection(row: SectionRow): EditSection {
  return {
    id: row.id,
    key: row.key,
    title: row.title,
    chapter: row.chapter,
    content: row.content,
    type: row.type,
    sectionType: row.section_type,
    videoUrl: row.video_url ?? '',
    captionsUrl: row.captions_url ?? '',
    minutes: row.minutes,
    exam: toExamForm(row.exam),
    required: row.required,
    sample: row.sample,
    opensAt: row.opens_at?.toISOString() ?? null,
    opensAfterDays: row.opens_after_days,
    order: row.sort_order,
  };
}

function toExamForm(value: unknown): ExamForm | null {
  const exam = storedExam(value);
  if (!exam) return null;
  const { drawn: _drawn, intro: _intro, ...form } = exam;
  return form;
}
