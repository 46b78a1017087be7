import { type CourseState, nextStates, openTo } from '../courses/life-cycle.ts';

/** Where a page that a school added stands: a part of the states of courses and posts, with the same meaning. */
export const PAGE_STATES = [
  'draft',
  'scheduled',
  'published',
  'unlisted',
] as const satisfies readonly CourseState[];
export type PageState = (typeof PAGE_STATES)[number];

/** What can become of a page in this state. */
export function nextPageStates(state: PageState): readonly PageState[] {
  const next = nextStates(state);
  return PAGE_STATES.filter((each) => next.includes(each));
}

/** Whether everyone may read it at its address. */
export function isPublicPage(state: PageState): boolean {
  return openTo({ kind: 'post', state, keepsAccess: false }) === 'everyone';
}
