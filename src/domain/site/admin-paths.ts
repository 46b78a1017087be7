/** Pages of administrators that more than one place leads to. */
export const SYSTEM_PATH = '/admin/system';

export function billingPath(tab: 'payments' | 'requests' | 'teams'): string {
  return `/admin/billing?tab=${tab}`;
}

export function userPath(id: string): string {
  return `/admin/users/${id}`;
}

export function courseFormPath(id: string): string {
  return `/admin/courses/${id}`;
}

export function gradebookPath(courseId: string): string {
  return `${courseFormPath(courseId)}/gradebook`;
}

export function examStatisticsPath(sectionId: string): string {
  return `/admin/exams/${sectionId}`;
}
