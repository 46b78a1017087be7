import type { CourseState } from './life-cycle.ts';

interface Standing {
  readonly state: CourseState;
  readonly publishAt: Date | null;
}
interface Basis {
  readonly from: CourseState;
  readonly fromPublishAt?: string | undefined;
}

/** Whether something still stands where a change of its status began; its time counts where the change names one. */
export function isUnchanged({ publishAt, state }: Standing, { from, fromPublishAt }: Basis): boolean {
  if (state !== from) return false;
  return fromPublishAt === undefined || publishAt?.getTime() === Date.parse(fromPublishAt);
}
