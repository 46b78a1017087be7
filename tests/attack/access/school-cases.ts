import { type AccessCase, messageId, planForm, planId } from './access-objects.ts';

/** The lines of the access table about the school itself: its pages, plans, messages and settings. */
export const SCHOOL_CASES: Readonly<Record<string, AccessCase>> = {
  'pages.get': { input: () => ({ name: 'terms' }), own: 'ok' },
  'pages.save': {
    input: () => ({ name: 'terms', version: 0, content: { kind: 'html', html: '<p>New terms</p>' } }),
    own: 'ok',
  },
  'pages.preview': { input: () => ({ html: '<p>Hello</p>' }), own: 'ok' },
  'pages.history': { input: () => ({ name: 'faq' }), own: 'ok' },
  'pages.revision': {
    input: (_world, _who, object) => ({ name: 'contact', version: object === 'unknown' ? 99 : 0 }),
    own: 'ok',
    unknown: 'REVISION_NOT_FOUND',
    deleted: 'never',
  },
  'pages.restore': {
    input: (_world, _who, object) => ({ name: 'faq', version: 0, restore: object === 'unknown' ? 99 : 0 }),
    own: 'ok',
    unknown: 'REVISION_NOT_FOUND',
    deleted: 'never',
  },
  'plans.list': { own: 'ok' },
  'plans.get': { input: planId, own: 'ok', unknown: 'PLAN_NOT_FOUND' },
  'plans.create': { input: planForm, own: 'ok' },
  'plans.update': {
    input: (...args) => ({ ...planForm(), ...planId(...args), version: 1 }),
    own: 'ok',
    unknown: 'PLAN_NOT_FOUND',
  },
  'plans.remove': { input: planId, own: 'ok', unknown: 'PLAN_NOT_FOUND' },
  'announcements.consent': { own: 'ok' },
  'announcements.saveConsent': { input: () => ({ agreed: true }), own: 'ok' },
  'announcements.list': { own: 'ok' },
  'announcements.audience': { own: 'ok' },
  'announcements.test': { input: () => ({ subject: 'News', text: 'A new course.' }), own: 'ok' },
  // The switch is off until an administrator turns it on.
  'announcements.send': {
    input: () => ({ subject: 'News', text: 'A new course.', tiers: ['free'] }),
    own: 'MARKETING_OFF',
  },
  'messages.list': { own: 'ok' },
  'messages.setAnswered': {
    input: (...args) => ({ ...messageId(...args), answered: true }),
    own: 'ok',
    unknown: 'MESSAGE_NOT_FOUND',
  },
  'messages.remove': { input: messageId, own: 'ok', unknown: 'MESSAGE_NOT_FOUND' },
  'settings.seo': { own: 'ok' },
  'settings.saveSeo': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.theme': { own: 'ok' },
  'settings.saveTheme': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.mails': { own: 'ok' },
  'settings.saveMails': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.security': { own: 'ok' },
  'settings.saveSecurity': { input: () => ({ version: 0 }), own: 'ok' },
  'site.version': { own: 'ok' },
  'site.page': { input: () => ({ name: 'terms' }), own: 'ok' },
  'site.faq': { own: 'ok' },
  'site.contactDetails': { own: 'ok' },
  'site.contact': { input: () => ({ name: 'A', email: 'a@school.test', message: 'Hello' }), own: 'ok' },
};
