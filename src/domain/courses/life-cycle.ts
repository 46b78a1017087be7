/** Where a course or post stands: in preparation, waiting for its time, public, public without lists, or closed to newcomers. */
export const COURSE_STATES = ['draft', 'scheduled', 'published', 'unlisted', 'archived'] as const;
export type CourseState = (typeof COURSE_STATES)[number];

/** Whom content is open to at its address, before its tier is asked. Administrators open everything. */
export type OpenTo = 'everyone' | 'learners' | 'nobody';

interface Standing {
  readonly kind: 'course' | 'post';
  readonly state: CourseState;
  /** Whether those who study it keep their access while it is archived. */
  readonly keepsAccess: boolean;
}

/** The database has the same rule as the generated column `courses.open_to`. */
export function openTo({ keepsAccess, kind, state }: Standing): OpenTo {
  if (state === 'published' || state === 'unlisted') return 'everyone';
  return state === 'archived' && keepsAccess && kind === 'course' ? 'learners' : 'nobody';
}

/** Whether it stands in lists, searches, feeds and the sitemap: the generated column `courses.is_listed`. */
export function isListed({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'published';
}

const NEXT: Readonly<Record<CourseState, readonly CourseState[]>> = {
  draft: ['published', 'scheduled', 'unlisted'],
  scheduled: ['published', 'scheduled', 'unlisted', 'draft'],
  published: ['unlisted', 'archived', 'draft'],
  unlisted: ['published', 'archived', 'draft'],
  archived: ['published', 'unlisted', 'archived', 'draft'],
};

/** What can become of something in this state. A scheduled one can be given another time, an archived one other access. */
export function nextStates(state: CourseState): readonly CourseState[] {
  return NEXT[state];
}

interface Basis {
  readonly from: CourseState;
  readonly fromPublishAt?: string | undefined;
}

/** Whether something still stands where a change of its status began; its time counts where the change names one. */
export function isUnchanged(
  { publishAt, state }: { readonly state: CourseState; readonly publishAt: Date | null },
  { from, fromPublishAt }: Basis,
): boolean {
  if (state !== from) return false;
  return fromPublishAt === undefined || publishAt?.getTime() === Date.parse(fromPublishAt);
}
