import { postPath, slugPath } from './page-paths.ts';

/** Where a course or a post is read, as a path of this site (spec section 3); one in the trash keeps the path of a course. */
export function coursePath({
  id,
  kind,
  slug,
}: {
  kind: 'course' | 'post' | 'deleted';
  id: string;
  slug: string;
}): string {
  return kind === 'post' ? postPath(id) : slugPath(slug);
}

/** The page of an exam of a course. */
export function examPath({ key, slug }: { slug: string; key: string }): string {
  return `${slugPath(slug)}/exams/${key}`;
}
