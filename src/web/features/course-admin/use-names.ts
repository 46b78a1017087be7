import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '#web/lib/session/session.ts';
import { writersQuery } from './authors/author-queries.ts';
import type { CourseValues } from './form-values.ts';
import type { NameOf } from './history/compare-courses.ts';
import { categoriesQuery, courseTitleQuery } from './queries.ts';

/** What the categories, authors, and prerequisite courses of some versions are called, by their ids. */
export function useNames(versions: readonly CourseValues[]): NameOf {
  const api = useApi();
  const categories = useQuery(categoriesQuery(api)).data ?? [];
  const writers =
    useQuery(
      writersQuery(
        api,
        versions.flatMap(({ authors }) => authors),
      ),
    ).data ?? [];
  const firsts = new Set(versions.flatMap(({ prerequisiteId: id }) => (id === null ? [] : [id])));
  const titles = useQueries({
    queries: [...firsts].map((id) => courseTitleQuery(api, id)),
    combine: (results) => results.map(({ data }) => data ?? '…'),
  });
  const names = new Map([
    ...writers.map(({ id, name }) => [id, name] as const),
    ...categories.map(({ id, name }) => [id, name] as const),
    ...[...firsts].map((id, index) => [id, titles[index] ?? '…'] as const),
  ]);
  return (id) => names.get(id) ?? '…';
}
