import { randomUUID } from 'node:crypto';
import { UNKNOWN } from '../content/content.ts';
import { finishedExports } from '../kit/own-things.ts';
import { type AccessCase, messageId, planForm, planId, prepared } from './access-objects.ts';

const finished: AccessCase = {
  prepare: finishedExports,
  input: prepared,
  own: 'ok',
  foreign: 'EXPORT_NOT_FOUND',
  unknown: 'EXPORT_NOT_FOUND',
};

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
  'plans.get': { input: planId, own: 'ok', unknown: 'PLAN_NOT_FOUND' },
  'plans.create': { input: planForm, own: 'ok' },
  'plans.update': {
    input: (...args) => ({ ...planForm(), ...planId(...args), version: 1 }),
    own: 'ok',
    unknown: 'PLAN_NOT_FOUND',
  },
  'plans.remove': { input: planId, own: 'ok', unknown: 'PLAN_NOT_FOUND' },
  'announcements.saveConsent': { input: () => ({ agreed: true }), own: 'ok' },
  'announcements.test': { input: () => ({ subject: 'News', text: 'A new course.' }), own: 'ok' },
  // The switch is off until an administrator turns it on.
  'announcements.send': {
    input: () => ({ id: randomUUID(), subject: 'News', text: 'A new course.', tiers: ['free'] }),
    own: 'MARKETING_OFF',
  },
  // No chore has run in this school.
  'health.runChore': { input: () => ({ name: 'purge trash' }), own: 'CHORE_NOT_FOUND' },
  'exports.request': {
    input: () => ({ kind: 'users', filters: {} }),
    own: 'ok',
  },
  'exports.download': finished,
  'exports.remove': finished,
  // Those that are not there any more are passed over.
  'failedMails.retry': { input: () => ({ ids: [UNKNOWN] }), own: 'ok', unknown: 'ok', deleted: 'never' },
  'failedMails.dismiss': { input: () => ({ ids: [UNKNOWN] }), own: 'ok', unknown: 'ok', deleted: 'never' },
  // Gone already: passed over.
  'mailSuppressions.remove': { input: () => ({ id: UNKNOWN }), own: 'ok', unknown: 'ok', deleted: 'never' },
  'messages.setAnswered': {
    input: (...args) => ({ ...messageId(...args), answered: true }),
    own: 'ok',
    unknown: 'MESSAGE_NOT_FOUND',
  },
  'messages.remove': { input: messageId, own: 'ok', unknown: 'MESSAGE_NOT_FOUND' },
  'settings.saveSchool': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.uploadLogo': { input: () => ({ file: 'not a file' }), own: 'BAD_INPUT' },
  'settings.saveMenus': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.saveLanding': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.saveSeo': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.saveTheme': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.saveMails': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.savePayments': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.saveRetention': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.savePublishing': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.saveAlerts': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.savePlans': { input: () => ({ version: 0 }), own: 'ok' },
  'settings.saveSecurity': { input: () => ({ version: 0 }), own: 'ok' },
  'site.page': { input: () => ({ name: 'terms' }), own: 'ok' },
  'site.contact': { input: () => ({ name: 'A', email: 'a@school.test', message: 'Hello' }), own: 'ok' },
};
