import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#web/lib/api/api-client.ts';

/** Always fresh: a form must not begin with what is old. */
const FRESH = { staleTime: 0, gcTime: 0 } as const;
const keyOf = (name: string) => ['admin', 'setting', name];

export function schoolQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.school(undefined, { signal });
  return queryOptions({ queryKey: keyOf('school'), queryFn, ...FRESH });
}

export function menusQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.menus(undefined, { signal });
  return queryOptions({ queryKey: keyOf('menus'), queryFn, ...FRESH });
}

export function landingQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.landing(undefined, { signal });
  return queryOptions({ queryKey: keyOf('landing'), queryFn, ...FRESH });
}

export function seoQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.seo(undefined, { signal });
  return queryOptions({ queryKey: keyOf('seo'), queryFn, ...FRESH });
}

export function themeQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.theme(undefined, { signal });
  return queryOptions({ queryKey: keyOf('theme'), queryFn, ...FRESH });
}

export function mailsQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.mails(undefined, { signal });
  return queryOptions({ queryKey: keyOf('mails'), queryFn, ...FRESH });
}

export function planSettingsQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.plans(undefined, { signal });
  return queryOptions({ queryKey: keyOf('plans'), queryFn, ...FRESH });
}

export function publishingQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.publishing(undefined, { signal });
  return queryOptions({ queryKey: keyOf('publishing'), queryFn, ...FRESH });
}

export function retentionQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.retention(undefined, { signal });
  return queryOptions({ queryKey: keyOf('retention'), queryFn, ...FRESH });
}

export function legalQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.legal.settings(undefined, { signal });
  return queryOptions({ queryKey: keyOf('legal'), queryFn, ...FRESH });
}

export function securityQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.security(undefined, { signal });
  return queryOptions({ queryKey: keyOf('security'), queryFn, ...FRESH });
}

export function alertsQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.settings.alerts(undefined, { signal });
  return queryOptions({ queryKey: keyOf('alerts'), queryFn, ...FRESH });
}

export function alertSecretQuery(api: Api) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => api.health.alertSecret(undefined, { signal });
  return queryOptions({ queryKey: [...keyOf('alerts'), 'secret'], queryFn, ...FRESH });
}

/** The pages that the school added, for links to them. */
export function linkPagesQuery(api: Api) {
  return queryOptions({
    queryKey: ['admin', 'pages', 'links'],
    queryFn: async ({ signal }) => (await api.pages.list({}, { signal })).items,
    staleTime: 0,
  });
}

/** Courses that can be featured, by a part of their titles. */
export function featurableCoursesQuery(api: Api, q: string) {
  return queryOptions({
    queryKey: ['admin', 'courses', 'featurable', q],
    queryFn: async ({ signal }) => (await api.courses.adminList({ q }, { signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What a featured course is called. */
export function courseTitleQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['admin', 'course-title', id],
    queryFn: async ({ signal }) => (await api.courses.adminGet({ id }, { signal })).title,
  });
}
