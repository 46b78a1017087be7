import { ROUNDING, wholePercent } from './whole-percent.ts';

/** How much of a topic was right, in words: all that is said while answers are not shown. */
export const TOPIC_LEVELS = ['good', 'fair', 'weak'] as const;
export type TopicLevel = (typeof TOPIC_LEVELS)[number];

export interface TopicResult {
  /** Null for questions that have a lesson and no topic. */
  readonly tag: string | null;
  readonly questions: number;
  /** Whole, from 0 to 100; null while answers are not shown. */
  readonly percent: number | null;
  readonly level: TopicLevel;
  /** Ids of the questions that lost points; none while answers are not shown. */
  readonly missed: readonly string[];
  /** Keys of the lessons to read again. */
  readonly lessons: readonly string[];
}

interface Topical {
  readonly id: string;
  readonly tags?: readonly string[] | undefined;
  readonly lesson?: string | undefined;
}

interface Graded {
  readonly id: string;
  readonly points: number;
  readonly maxPoints: number;
}

/** As few questions of a topic as may be spoken of together without telling how one of them was answered. */
const LEAST_TOGETHER = 3;
const GOOD = 0.8;
const FAIR = 0.5;

/**
 * How each topic of an exam went, in the order in which the exam asks for them. Where answers are not shown, only topics of
 * three questions or more are named, each with one of three levels and every lesson it is taught in: who submits again and
 * again must not learn of any one question whether it was right.
 */
export function topicResults(
  questions: readonly Topical[],
  graded: readonly Graded[],
  { showsAnswers }: { readonly showsAnswers: boolean },
): TopicResult[] {
  const byId = new Map(graded.map((each) => [each.id, each]));
  const least = showsAnswers ? 1 : LEAST_TOGETHER;
  return [...groupsOf(questions).values()]
    .filter(({ asked }) => asked.length >= least)
    .map(({ asked, tag }) => {
      const results = asked.flatMap(({ id }) => byId.get(id) ?? []);
      const part = sumOf(results, 'points') / (sumOf(results, 'maxPoints') || 1);
      const level = levelOf(part);
      const missed = new Set(results.filter(isMissed).map(({ id }) => id));
      const again = showsAnswers ? asked.filter(({ id }) => missed.has(id)) : level === 'good' ? [] : asked;
      return {
        tag,
        questions: asked.length,
        level,
        percent: showsAnswers ? wholePercent(Math.min(100, 100 * part)) : null,
        missed: showsAnswers ? [...missed] : [],
        lessons: [...new Set(again.flatMap(({ lesson }) => lesson ?? []))],
      };
    });
}

/** Topics worth a practice round: something of them was missed. */
export function missedTopics(topics: readonly TopicResult[]): string[] {
  return topics.flatMap(({ level, missed, percent, tag }) => {
    const isWeak = percent === null ? level !== 'good' : missed.length > 0;
    return tag !== null && isWeak ? [tag] : [];
  });
}

/** Questions by topic; one of several topics is in each, one without a topic is with those of its lesson. */
function groupsOf(questions: readonly Topical[]) {
  const groups = new Map<string, { readonly tag: string | null; readonly asked: Topical[] }>();
  const add = (key: string, tag: string | null, question: Topical) => {
    const group = groups.get(key) ?? { tag, asked: [] };
    groups.set(key, group);
    group.asked.push(question);
  };
  for (const question of questions) {
    const { lesson, tags = [] } = question;
    for (const tag of tags) add(`tag ${tag}`, tag, question);
    if (tags.length === 0 && lesson) add(`lesson ${lesson}`, null, question);
  }
  return groups;
}

function levelOf(part: number): TopicLevel {
  if (part + ROUNDING >= GOOD) return 'good';
  return part + ROUNDING >= FAIR ? 'fair' : 'weak';
}

function isMissed({ maxPoints, points }: Graded): boolean {
  return points + ROUNDING < maxPoints;
}

function sumOf(graded: readonly Graded[], name: 'points' | 'maxPoints'): number {
  return graded.reduce((sum, each) => sum + each[name], 0);
}
