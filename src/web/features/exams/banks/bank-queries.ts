import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { KIND_NAMES } from '#domain/exams/kinds/kinds';
import type { Api } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';

export interface BankListSearch {
  q?: string;
  page?: number;
}

export interface QuestionListSearch extends BankListSearch {
  tag?: string;
  /** As the address says it; a kind that is none filters nothing. */
  kind?: string;
}

export function bankListQuery(api: Api, { page, q }: BankListSearch) {
  return queryOptions({
    queryKey: ['admin', 'banks', 'list', q ?? '', page ?? 1],
    queryFn: ({ signal }) => api.banks.list({ ...(q && { q }), page: page ?? 1 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** A bank, or null when there is none. */
export function bankQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'banks', 'bank', id],
    queryFn: ({ signal }) => api.banks.get({ id }, { signal }).catch(nothing('BANK_NOT_FOUND')),
    staleTime: 0,
  });
}

export function bankQuestionsQuery(api: Api, id: string, { kind: named, page, q, tag }: QuestionListSearch) {
  const kind = KIND_NAMES.find((name) => name === named);
  return queryOptions({
    queryKey: ['admin', 'banks', 'questions', id, q ?? '', tag ?? '', kind ?? '', page ?? 1],
    queryFn: ({ signal }) =>
      api.banks.questions(
        { id, ...(q && { q }), ...(tag && { tag }), ...(kind && { kind }), page: page ?? 1 },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** A question of a bank for its form, or null when there is none. */
export function bankQuestionQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'banks', 'question', id],
    queryFn: ({ signal }) => api.banks.question({ id }, { signal }).catch(nothing('QUESTION_NOT_FOUND')),
    staleTime: 0,
  });
}

/** The last files that were taken into a bank. */
export function bankImportsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'banks', 'imports', id],
    queryFn: ({ signal }) => api.banks.imports({ id }, { signal }),
    staleTime: 0,
  });
}

/** How far a file is read, asked again and again while somebody waits. */
export function importProgressQuery(api: Api, reading: string) {
  return queryOptions({
    queryKey: ['admin', 'banks', 'reading', reading],
    queryFn: ({ signal }) => api.banks.importProgress({ reading }, { signal }),
    refetchInterval: 1000,
    gcTime: 0,
    staleTime: 0,
  });
}

/** What exams can draw from. */
export function bankTagsQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'banks', 'tags'],
    queryFn: ({ signal }) => api.banks.options(undefined, { signal }),
    staleTime: 0,
  });
}

/** How many questions a draw would choose from. */
export function poolQuery(api: Api, slug: string, tags: string[]) {
  return queryOptions({
    queryKey: ['admin', 'banks', 'pool', slug, ...tags],
    queryFn: ({ signal }) => api.banks.count({ slug, tags }, { signal }),
    enabled: slug !== '',
    staleTime: 0,
  });
}

function nothing(code: string) {
  return (error: unknown) => {
    const failed = failureCode(error);
    if (failed === code || failed === 'BAD_INPUT') return null;
    throw error;
  };
}
