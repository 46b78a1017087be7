import { useQuery } from '@tanstack/react-query';
import type { SectionType } from '#domain/courses/vocabulary';
import { fold } from '#domain/fold';
import type { Heading } from '#domain/writing/headings';
import { linkAddress } from '#domain/writing/insert-link';
import type { Api } from '#web/lib/api/api-client.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { FOOTER_COLUMNS, TOP_NAVIGATION } from '../../layout/nav-items.ts';

type LinkTarget = Awaited<ReturnType<Api['writing']['linkTargets']>>['items'][number];

/** Something that a link can lead to; its id is the address. */
interface Target {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
}

const MAX_OWN = 4;
/** Each page once, by its longer name in the footer where it has two. */
const PAGES = new Map(
  [...TOP_NAVIGATION, ...FOOTER_COLUMNS.flatMap(({ items }) => items)].map(({ label, to }) => [to, label]),
);
const SECTIONS: Readonly<Record<SectionType, (given: { course: string }) => string>> = {
  lesson: m.writing_link_lesson,
  lab: m.writing_link_lab,
  exam: m.writing_link_exam,
};

/** What is found by words of its name, headings of the text first; of "#" all headings, and nothing of an address. */
export function useLinkTargets(
  typed: string,
  headings: readonly Heading[],
): { targets: readonly Target[]; state: string | null } {
  const api = useApi();
  const isHeading = typed.startsWith('#');
  const isSearch = !isHeading && linkAddress(typed) === null;
  const q = useSettled(isSearch ? typed : '');
  const { data, isError, isFetching } = useQuery({
    queryKey: ['admin', 'link-targets', q],
    queryFn: ({ signal }) => api.writing.linkTargets({ q }, { signal }),
    enabled: q.length > 1,
    staleTime: 30_000,
  });
  if (isHeading) return { targets: headingsLike(headings, typed.slice(1)), state: null };
  if (!isSearch || typed.length < 2) return { targets: [], state: null };
  const pages = [...PAGES]
    .map(([to, label]) => ({ id: to, title: label(), kind: m.writing_link_page() }))
    .filter(({ title }) => hasWords(title, typed));
  const targets = [
    ...headingsLike(headings, typed).slice(0, MAX_OWN),
    ...(q.length > 1 ? (data?.items ?? []).map(toTarget) : []),
    ...pages.slice(0, MAX_OWN),
  ];
  if (isError) return { targets, state: m.writing_link_failed() };
  const isSettled = q === typed && !isFetching;
  return { targets, state: isSettled && targets.length === 0 ? m.writing_link_none() : null };
}

function headingsLike(headings: readonly Heading[], words: string): Target[] {
  return headings
    .filter(({ title }) => hasWords(title, words))
    .map(({ anchor, title }) => ({ id: anchor, title, kind: m.writing_link_heading() }));
}

function hasWords(title: string, words: string): boolean {
  const name = fold(title);
  return fold(words)
    .split(/[\s-]+/)
    .every((word) => name.includes(word));
}

function toTarget({ course, isOpen, kind, path, sectionType, title }: LinkTarget): Target {
  const name = sectionType ? SECTIONS[sectionType]({ course: course ?? '' }) : KINDS[kind]();
  return { id: path, title, kind: isOpen ? name : m.writing_link_closed({ kind: name }) };
}

const KINDS: Readonly<Record<LinkTarget['kind'], () => string>> = {
  course: m.writing_link_course,
  section: m.writing_link_course,
  post: m.writing_link_post,
  page: m.writing_link_page,
  author: m.writing_link_author,
};
