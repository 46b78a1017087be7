import type { ErrorCode } from '#contract/errors';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { type Tier, tierReaches } from '#domain/tiers';
import { type Content, UNKNOWN } from './content.ts';
import type { CallerName, School } from './school.ts';

/** Whose thing a call is about: for content, `own` is what everybody may open and `foreign` what only premium may. */
export const OBJECTS = ['own', 'foreign', 'unknown'] as const;
export type ObjectKind = (typeof OBJECTS)[number];
/** `open` and `locked` are successes whose reply says which of the two it is. */
export type Outcome = 'ok' | 'open' | 'locked' | ErrorCode;
export interface World {
  readonly school: School;
  readonly content: Content;
}
type Input = Record<string, unknown>;
type Expected = Outcome | ((who: CallerName) => Outcome);

/** What a caller whom the declared access admits is answered, for each object the call can be about. */
export interface AccessCase {
  readonly input?: (world: World, who: CallerName, object: ObjectKind) => Input;
  readonly own: Expected;
  readonly foreign?: Expected;
  readonly unknown?: Expected;
}

const password = 'correct-horse-battery-9';
const passwords = { password, confirmPassword: password };
const token = 'a-token-that-nobody-was-sent';
const byTier =
  (tier: Tier): Expected =>
  (who) =>
    tierReaches(tierOf(who), tier) ? 'open' : 'locked';

const readable =
  (tier: Tier): Expected =>
  (who) => {
    if (tierReaches(tierOf(who), tier)) return 'ok';
    return who === 'visitor' ? 'SIGN_IN_REQUIRED' : 'TIER_REQUIRED';
  };

function tierOf(who: CallerName): Tier {
  if (who === 'visitor') return 'free';
  if (who === 'second') return 'basic';
  return who === 'admin' ? 'premium' : who;
}

const course = ({ content }: World, _who: CallerName, object: ObjectKind) => {
  if (object === 'unknown')
    return {
      id: UNKNOWN,
      slug: 'no-such-course',
      sections: [{ id: UNKNOWN, key: 'none' }],
      comments: { answered: UNKNOWN },
    };
  return object === 'own' ? content.courses.free : content.courses.premium;
};
const slugOf = (...args: Parameters<typeof course>): Input => ({ slug: course(...args).slug });
const idOf = (...args: Parameters<typeof course>): Input => ({ id: course(...args).id });
const courseId = (...args: Parameters<typeof course>): Input => ({ courseId: course(...args).id });
const answered = (world: World, who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : course(world, who, object).comments.answered,
});
/** A comment in the free course: the caller's own or somebody else's. */
const comment = ({ content }: World, who: CallerName, object: ObjectKind): Input => {
  const author = object === 'own' ? who : who === 'second' ? 'basic' : 'second';
  return { id: (object === 'unknown' ? undefined : content.courses.free.comments.of[author]) ?? UNKNOWN };
};
const categoryId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.categoryId,
});
const form = ({ content }: World): Input => ({
  title: 'A course',
  description: 'What it teaches',
  slug: 'a-new-course',
  categories: [content.categoryId],
  thumbnail: '/covers/a-new-course.svg',
});
const postId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.posts[object === 'own' ? 'free' : 'premium'].id,
});
const planForm = (): Input => ({ name: 'Team', tier: 'basic', price: '4.50' });
const planId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.planId,
});
const messageId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.messageId,
});
const person = ({ school }: World, who: CallerName, object: ObjectKind) => {
  const owner = object === 'own' ? who : who === 'second' ? 'basic' : 'second';
  const viewer = school.people.get(owner);
  return viewer?.kind === 'member' && object !== 'unknown' ? viewer : { userId: UNKNOWN, sessionId: UNKNOWN };
};

const key = ({ content }: World, who: CallerName, object: ObjectKind): Input => {
  const owner = object === 'own' ? who : who === 'second' ? 'basic' : 'second';
  return { id: (object === 'unknown' ? undefined : content.keys[owner]) ?? UNKNOWN };
};

const account = (...args: Parameters<typeof person>): Input => ({ id: person(...args).userId });

export const CASES: Readonly<Record<string, AccessCase>> = {
  'accounts.session': { own: 'ok' },
  'accounts.register': {
    input: () => ({ name: 'New Person', email: 'new@school.test', ...passwords }),
    own: 'ok',
  },
  'accounts.verifyEmail': { input: () => ({ token }), own: 'LINK_EXPIRED' },
  'accounts.resendVerification': { input: () => ({ email: 'second@school.test' }), own: 'ok' },
  'accounts.signIn': { input: () => ({ email: 'second@school.test', password }), own: 'INVALID_CREDENTIALS' },
  'accounts.verifyTwoFactor': { input: () => ({ method: 'totp', code: '123456' }), own: 'LINK_EXPIRED' },
  'accounts.signOut': { own: 'ok' },
  'accounts.forgotPassword': { input: () => ({ email: 'second@school.test' }), own: 'ok' },
  'accounts.resetPassword': { input: () => ({ token, ...passwords }), own: 'LINK_EXPIRED' },
  'accounts.changePassword': {
    input: () => ({ currentPassword: 'wrong', ...passwords }),
    own: 'WRONG_PASSWORD',
  },
  'accounts.startTwoFactor': { input: () => ({ password: 'wrong' }), own: 'WRONG_PASSWORD' },
  'accounts.confirmTwoFactor': { input: () => ({ code: '123456' }), own: 'TWO_FACTOR_OFF' },
  'accounts.stopTwoFactor': { input: () => ({ password: 'wrong' }), own: 'TWO_FACTOR_OFF' },
  'accounts.renewBackupCodes': { input: () => ({ password: 'wrong' }), own: 'TWO_FACTOR_OFF' },
  'accounts.sessions': { own: 'ok' },
  'accounts.endSession': {
    input: (...args) => ({ id: person(...args).sessionId }),
    own: 'ok',
    foreign: 'SESSION_NOT_FOUND',
    unknown: 'SESSION_NOT_FOUND',
  },
  'accounts.endOtherSessions': { own: 'ok' },
  'accounts.requestDeletion': { own: (who) => (who === 'admin' ? 'LAST_ADMINISTRATOR' : 'ok') },
  'accounts.keepAccount': { own: 'ok' },
  'accounts.proveIdentity': { input: () => ({ password }), own: 'WRONG_PASSWORD' },
  'privacy.requestExport': { own: 'ok' },
  'privacy.export': { own: 'ok' },
  'accounts.changeTier': { input: () => ({ tier: 'basic' }), own: 'ok' },
  'accounts.updateProfile': { input: () => ({ name: 'Another Name' }), own: 'ok' },
  'accounts.setAvatar': { input: () => ({ file: 'not a file' }), own: 'BAD_INPUT' },
  'accounts.removeAvatar': { own: 'ok' },
  'accounts.isAdmin': {
    input: (...args) => ({ id: person(...args).userId }),
    own: 'ok',
    foreign: (who) => (who === 'admin' ? 'ok' : 'ADMINISTRATOR_REQUIRED'),
    unknown: (who) => (who === 'admin' ? 'ok' : 'ADMINISTRATOR_REQUIRED'),
  },
  'address.get': { own: 'ok' },
  'address.request': { input: () => ({ email: 'another@school.test' }), own: 'ok' },
  'address.remove': { own: 'ok' },
  'address.confirm': { input: () => ({ token }), own: 'LINK_EXPIRED' },
  'address.undo': { input: () => ({ token }), own: 'LINK_EXPIRED' },
  'audit.list': { own: 'ok' },
  'audit.export': { own: 'ok' },
  'audit.kinds': { own: 'ok' },
  'audit.get': {
    input: ({ content }, _who, object) => ({ id: object === 'unknown' ? '999999999999' : content.entryId }),
    own: 'ok',
    unknown: 'ENTRY_NOT_FOUND',
  },
  'categories.list': { own: 'ok' },
  'categories.create': { input: () => ({ name: 'Networks' }), own: 'ok' },
  'categories.update': {
    input: (...args) => ({ ...categoryId(...args), name: 'Data' }),
    own: 'ok',
    unknown: 'CATEGORY_NOT_FOUND',
  },
  'categories.remove': { input: categoryId, own: 'CATEGORY_IN_USE', unknown: 'CATEGORY_NOT_FOUND' },
  'comments.list': {
    input: courseId,
    own: 'ok',
    foreign: readable('premium'),
    unknown: 'COURSE_NOT_FOUND',
  },
  'comments.replies': {
    input: answered,
    own: 'ok',
    foreign: readable('premium'),
    unknown: 'COMMENT_NOT_FOUND',
  },
  'comments.add': {
    input: (...args) => ({ ...courseId(...args), content: 'A thought' }),
    own: 'ok',
    foreign: readable('premium'),
    unknown: 'COURSE_NOT_FOUND',
  },
  'comments.edit': {
    input: (...args) => ({ ...comment(...args), content: 'Another thought', version: 1 }),
    own: 'ok',
    foreign: 'AUTHOR_REQUIRED',
    unknown: 'COMMENT_NOT_FOUND',
  },
  'comments.remove': {
    input: comment,
    own: 'ok',
    foreign: (who) => (who === 'admin' ? 'ok' : 'AUTHOR_REQUIRED'),
    unknown: 'COMMENT_NOT_FOUND',
  },
  'comments.report': {
    input: (...args) => ({ ...comment(...args), reason: 'It is rude' }),
    own: 'OWN_COMMENT',
    foreign: 'ok',
    unknown: 'COMMENT_NOT_FOUND',
  },
  'comments.hide': { input: comment, own: 'ok', foreign: 'ok', unknown: 'COMMENT_NOT_FOUND' },
  'comments.unhide': { input: comment, own: 'ok', foreign: 'ok', unknown: 'COMMENT_NOT_FOUND' },
  'comments.reported': { own: 'ok' },
  'comments.decide': {
    input: (...args) => ({ ids: [comment(...args).id], decision: 'hide' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'COMMENT_NOT_FOUND',
  },
  'comments.undo': { input: () => ({ id: UNKNOWN }), own: 'DECISION_NOT_FOUND' },
  'keys.list': { own: 'ok' },
  'keys.create': { input: () => ({ name: 'A script', scopes: ['content:read'], days: 30 }), own: 'ok' },
  'keys.revoke': {
    input: key,
    own: 'ok',
    foreign: 'KEY_NOT_FOUND',
    unknown: 'KEY_NOT_FOUND',
  },
  'learning.mine': { own: 'ok' },
  'learning.recommended': { own: 'ok' },
  'learning.progress': {
    input: courseId,
    own: 'ok',
    foreign: readable('premium'),
    unknown: 'COURSE_NOT_FOUND',
  },
  'learning.enrol': {
    input: courseId,
    own: 'ok',
    foreign: readable('premium'),
    unknown: 'COURSE_NOT_FOUND',
  },
  'learning.leave': {
    input: courseId,
    own: 'NOT_ENROLLED',
    foreign: 'NOT_ENROLLED',
    unknown: 'NOT_ENROLLED',
  },
  'learning.save': {
    input: (...args) => ({ id: course(...args).sections[0]?.id, at: '2026-01-01T00:00:00Z' }),
    own: 'NOT_ENROLLED',
    foreign: 'NOT_ENROLLED',
    unknown: 'NOT_ENROLLED',
  },
  'exams.get': {
    input: (...args) => ({ slug: course(...args).slug, key: course(...args).sections.at(-1)?.key }),
    own: 'ok',
    foreign: readable('premium'),
    unknown: 'COURSE_NOT_FOUND',
  },
  'exams.start': {
    input: (...args) => ({ sectionId: course(...args).sections.at(-1)?.id }),
    own: 'NOT_ENROLLED',
    foreign: (who) => (tierReaches(tierOf(who), 'premium') ? 'NOT_ENROLLED' : 'TIER_REQUIRED'),
    unknown: 'SECTION_NOT_FOUND',
  },
  'exams.attempt': { input: () => ({ id: UNKNOWN }), own: 'ATTEMPT_NOT_FOUND' },
  'exams.save': {
    input: () => ({ id: UNKNOWN, writer: UNKNOWN, seq: 1, question: 'q-one', answer: 'x' }),
    own: 'ATTEMPT_NOT_FOUND',
  },
  'exams.try': {
    input: () => ({ seed: UNKNOWN, exam: { passMark: 50, settings: DEFAULT_SETTINGS, questions: [] } }),
    own: 'ok',
  },
  'exams.submit': { input: () => ({ id: UNKNOWN }), own: 'ATTEMPT_NOT_FOUND' },
  'courses.list': { own: 'ok' },
  'courses.get': {
    input: slugOf,
    own: byTier('free'),
    foreign: byTier('premium'),
    unknown: 'COURSE_NOT_FOUND',
  },
  'courses.section': {
    input: (...args) => ({ slug: course(...args).slug, key: course(...args).sections[0]?.key }),
    own: byTier('free'),
    foreign: byTier('premium'),
    unknown: 'COURSE_NOT_FOUND',
  },
  'courses.adminList': { own: 'ok' },
  'courses.adminGet': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'courses.create': { input: form, own: 'ok' },
  'courses.update': {
    input: (...args) => ({ ...form(args[0]), ...idOf(...args), version: 1 }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'COURSE_NOT_FOUND',
  },
  'courses.remove': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'courses.addSection': {
    input: (...args) => ({ ...idOf(...args), title: 'One more' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'COURSE_NOT_FOUND',
  },
  'courses.removeSection': {
    input: (world, who, object) => ({
      id: object === 'unknown' ? UNKNOWN : world.content.courses.free.id,
      sectionId: course(world, who, object).sections[0]?.id,
    }),
    own: 'ok',
    foreign: 'SECTION_NOT_FOUND',
    unknown: 'COURSE_NOT_FOUND',
  },
  'courses.preview': { input: () => ({ content: '# Hello' }), own: 'ok' },
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
  },
  'pages.restore': {
    input: (_world, _who, object) => ({ name: 'faq', version: 0, restore: object === 'unknown' ? 99 : 0 }),
    own: 'ok',
    unknown: 'REVISION_NOT_FOUND',
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
  'messages.list': { own: 'ok' },
  'messages.setAnswered': {
    input: (...args) => ({ ...messageId(...args), answered: true }),
    own: 'ok',
    unknown: 'MESSAGE_NOT_FOUND',
  },
  'messages.remove': { input: messageId, own: 'ok', unknown: 'MESSAGE_NOT_FOUND' },
  'notifications.list': { own: 'ok' },
  'notifications.unread': { own: 'ok' },
  'notifications.markRead': { own: 'ok' },
  'notifications.preferences': { own: 'ok' },
  'notifications.savePreferences': { input: () => ({ kinds: [], digest: false }), own: 'ok' },
  'notifications.follow': {
    input: (...args) => ({ ...categoryId(...args), followed: true }),
    own: 'ok',
    unknown: 'CATEGORY_NOT_FOUND',
  },
  'notifications.unsubscribe': { input: () => ({ token }), own: 'LINK_EXPIRED' },
  'overview.get': { own: 'ok' },
  'posts.list': { own: 'ok' },
  'posts.get': {
    input: postId,
    own: byTier('free'),
    foreign: byTier('premium'),
    unknown: 'POST_NOT_FOUND',
  },
  'posts.feedAddress': { own: 'ok' },
  'posts.createFeedAddress': { own: 'ok' },
  'posts.removeFeedAddress': { own: 'ok' },
  'posts.adminList': { own: 'ok' },
  'posts.adminGet': { input: postId, own: 'ok', foreign: 'ok', unknown: 'POST_NOT_FOUND' },
  'posts.create': { input: form, own: 'ok' },
  'posts.update': {
    input: (...args) => ({ ...form(args[0]), ...postId(...args), version: 1 }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'POST_NOT_FOUND',
  },
  'posts.remove': { input: postId, own: 'ok', foreign: 'ok', unknown: 'POST_NOT_FOUND' },
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
  'users.list': { own: 'ok' },
  'users.export': { own: 'ok' },
  'users.get': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.disable': { input: account, own: 'OWN_ACCOUNT', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.enable': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.endSessions': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.resendConfirmation': {
    input: account,
    own: 'ALREADY_CONFIRMED',
    foreign: 'ALREADY_CONFIRMED',
    unknown: 'USER_NOT_FOUND',
  },
  'users.remove': { input: account, own: 'OWN_ACCOUNT', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.setTier': {
    input: (...args) => ({ ...account(...args), tier: 'premium' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
  'users.grantAdmin': { input: account, own: 'ok', foreign: 'ok', unknown: 'USER_NOT_FOUND' },
  'users.revokeAdmin': {
    input: account,
    own: 'LAST_ADMINISTRATOR',
    foreign: 'ok',
    unknown: 'USER_NOT_FOUND',
  },
};
