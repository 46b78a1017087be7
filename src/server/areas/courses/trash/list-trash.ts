import type { Trash } from '#contract/courses/removals';
import { canAdminister } from '#domain/access/can-administer';
import { purgeDate, TRASH_KINDS, TRASH_SHOWN } from '#domain/courses/purge-date';
import { authorise } from '#server/authorise';
import { selectTrashedBankItems, type TrashedBankItem } from '#server/db/bank-trash';
import type { Caller, Services } from '#server/services';
import {
  selectTrashedSections,
  selectTrashedWork,
  type TrashedCourse,
  type TrashedSection,
} from './trash-sql.ts';

/** What was deleted in the last 30 days and can be restored, newest first; of each kind at most 200. */
export async function listTrash({ db: { kysely } }: Services, { viewer }: Caller): Promise<Trash> {
  authorise(canAdminister(viewer));
  // One more than is shown says whether there are more.
  const limit = TRASH_SHOWN + 1;
  const [{ course: courses, page: pages, post: posts }, sections, { bank: banks, question: questions }] =
    await Promise.all([
      selectTrashedWork(kysely, limit),
      selectTrashedSections(kysely, limit),
      selectTrashedBankItems(kysely, limit),
    ]);
  const found = { courses, posts, pages, sections, banks, questions };
  return {
    courses: courses.slice(0, TRASH_SHOWN).map(toCourse),
    posts: posts.slice(0, TRASH_SHOWN).map(toCourse),
    pages: pages.slice(0, TRASH_SHOWN).map(toCourse),
    sections: sections.slice(0, TRASH_SHOWN).map(toSection),
    banks: banks.slice(0, TRASH_SHOWN).map(({ questions, ...bank }) => ({ ...toBankItem(bank), questions })),
    questions: questions
      .slice(0, TRASH_SHOWN)
      .map((question) => ({ ...toBankItem(question), bankTitle: question.bank_title })),
    more: TRASH_KINDS.filter((kind) => found[kind].length > TRASH_SHOWN),
  };
}

function toCourse({
  deleted_at,
  deleted_by,
  id,
  slug,
  title,
}: Omit<TrashedCourse, 'kind'>): Trash['courses'][number] {
  return { id, slug, title, deletedBy: deleted_by, ...datesOf(deleted_at) };
}

function toSection(row: TrashedSection): Trash['sections'][number] {
  const { course_id: courseId, course_title: courseTitle, id, section_type: sectionType, title } = row;
  return { id, title, sectionType, courseId, courseTitle, ...datesOf(row.removed_at) };
}

function toBankItem({ deleted_at, deleted_by, id, title }: Omit<TrashedBankItem, 'questions'>) {
  return { id, title, deletedBy: deleted_by, ...datesOf(deleted_at) };
}

function datesOf(deletedAt: Date): { deletedAt: string; purgedAt: string } {
  return { deletedAt: deletedAt.toISOString(), purgedAt: purgeDate(deletedAt).toISOString() };
}
