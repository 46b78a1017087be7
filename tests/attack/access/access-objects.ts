import type { ErrorCode } from '#contract/errors';
import { type Tier, tierReaches } from '#domain/tiers';
import { type Content, UNKNOWN } from '../content/content.ts';
import type { CallerName, School } from '../kit/school.ts';

/** Whose thing a call is about: for content, `own` is what everybody may open and `foreign` what only premium may. */
export const OBJECTS = ['own', 'foreign', 'unknown'] as const;
export type ObjectKind = (typeof OBJECTS)[number];
/** A deleted thing was there before; for `never`, things of this kind are never deleted. */
export type Cell = ObjectKind | 'deleted';
/** `open` and `locked` are successes whose reply says which of the two it is. */
export type Outcome = 'ok' | 'open' | 'locked' | ErrorCode;
export interface World {
  readonly school: School;
  readonly content: Content;
  /** What the line prepared for each person, by name. */
  readonly own?: Readonly<Record<string, string>>;
}
type Input = Record<string, unknown>;
type Expected = Outcome | ((who: CallerName) => Outcome);

/** What a caller whom the declared access admits is answered, for each object the call can be about. */
export interface AccessCase {
  /** Makes what the call is about, one thing for each person, where the content of the school has none; answers the ids. */
  readonly prepare?: (world: World) => Promise<Record<string, string>>;
  readonly input?: (world: World, who: CallerName, object: ObjectKind) => Input;
  readonly own: Expected;
  readonly foreign?: Expected;
  readonly unknown?: Expected;
  /** Left out: as for an unknown one. */
  readonly deleted?: Expected | 'never';
}

/** The objects that a line speaks of. */
export function cellsOf(line: AccessCase): Cell[] {
  const objects: Cell[] = OBJECTS.filter((object) => line[object] !== undefined);
  return line.unknown === undefined || line.deleted === 'never' ? objects : [...objects, 'deleted'];
}

export const password = 'correct-horse-battery-9';
export const passwords = { password, confirmPassword: password };
export const token = 'a-token-that-nobody-was-sent';
export const byTier =
  (tier: Tier): Expected =>
  (who) =>
    tierReaches(tierOf(who), tier) ? 'open' : 'locked';

export const readable =
  (tier: Tier): Expected =>
  (who) => {
    if (tierReaches(tierOf(who), tier)) return 'ok';
    return who === 'visitor' ? 'SIGN_IN_REQUIRED' : 'TIER_REQUIRED';
  };

export function tierOf(who: CallerName): Tier {
  if (who === 'visitor') return 'free';
  if (who === 'second') return 'basic';
  return who === 'admin' ? 'premium' : who;
}

export const course = ({ content }: World, _who: CallerName, object: ObjectKind) => {
  if (object === 'unknown')
    return {
      id: UNKNOWN,
      slug: 'no-such-course',
      sections: [{ id: UNKNOWN, key: 'none' }],
      comments: { answered: UNKNOWN },
    };
  return object === 'own' ? content.courses.free : content.courses.premium;
};
export const slugOf = (...args: Parameters<typeof course>): Input => ({ slug: course(...args).slug });
export const idOf = (...args: Parameters<typeof course>): Input => ({ id: course(...args).id });
export const courseId = (...args: Parameters<typeof course>): Input => ({ courseId: course(...args).id });
export const answered = (world: World, who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : course(world, who, object).comments.answered,
});
/** A comment in the free course: the caller's own or somebody else's. */
export const comment = ({ content }: World, who: CallerName, object: ObjectKind): Input => {
  const author = object === 'own' ? who : who === 'second' ? 'basic' : 'second';
  return { id: (object === 'unknown' ? undefined : content.courses.free.comments.of[author]) ?? UNKNOWN };
};
export const categoryId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.categoryId,
});
export const form = ({ content }: World): Input => ({
  title: 'A course',
  description: 'What it teaches',
  slug: 'a-new-course',
  categories: [content.categoryId],
  thumbnail: '/covers/a-new-course.svg',
});
export const postId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.posts[object === 'own' ? 'free' : 'premium'].id,
});
export const planForm = (): Input => ({ name: 'Team', tier: 'basic', price: '4.50' });
export const planId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.planId,
});
export const invitationId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.invitationId,
});
export const messageId = ({ content }: World, _who: CallerName, object: ObjectKind): Input => ({
  id: object === 'unknown' ? UNKNOWN : content.messageId,
});
export const person = ({ school }: World, who: CallerName, object: ObjectKind) => {
  const owner = object === 'own' ? who : who === 'second' ? 'basic' : 'second';
  const viewer = school.people.get(owner);
  return viewer?.kind === 'member' && object !== 'unknown' ? viewer : { userId: UNKNOWN, sessionId: UNKNOWN };
};

/** What the line prepared: the caller's own or somebody else's. */
export const prepared = ({ own }: World, who: CallerName, object: ObjectKind): Input => {
  const owner = object === 'own' ? who : who === 'second' ? 'basic' : 'second';
  return { id: (object === 'unknown' ? undefined : own?.[owner]) ?? UNKNOWN };
};

export const key = ({ content }: World, who: CallerName, object: ObjectKind): Input => {
  const owner = object === 'own' ? who : who === 'second' ? 'basic' : 'second';
  return { id: (object === 'unknown' ? undefined : content.keys[owner]) ?? UNKNOWN };
};

/** A certificate: the caller's own or somebody else's. */
export const certificate = ({ content }: World, who: CallerName, object: ObjectKind): Input => {
  const holder = object === 'own' && who !== 'visitor' ? who : who === 'second' ? 'basic' : 'second';
  return { id: (object === 'unknown' ? undefined : content.certificates[holder]) ?? UNKNOWN };
};
export const account = (...args: Parameters<typeof person>): Input => ({ id: person(...args).userId });

/** A question as a bank takes it. */
export const BANKED = {
  tags: [],
  question: { id: 'q-1', kind: 'true-false', prompt: 'So?', points: 1, explanation: '', answer: true },
};
