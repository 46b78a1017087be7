import type { ExamResultReply } from '#contract/exams/exams';
import type { FEEDBACK } from '#domain/exams/exam-settings';
import type { ExamResult } from '#domain/exams/results/grade-exam';
import { missedTopics, type TopicResult, topicResults } from '#domain/exams/results/topic-results';
import type { Reader } from '#server/db/client';
import type { AttemptRow } from '../sql.ts';
import { selectLessons, selectPracticeBank } from './practice-sql.ts';

interface Shown {
  readonly result: ExamResult;
  readonly rule: (typeof FEEDBACK)[number];
  /** Whether points, keys and explanations may be seen. */
  readonly shows: boolean;
}

/**
 * How each topic of a finished attempt went, as far as the exam's rules allow it: exact beside the review, coarse for who has
 * still to pass, and nothing where answers are shown later or never (decision 47).
 */
export function topicsOf({ asked, waiting }: AttemptRow, { result, rule, shows }: Shown): TopicResult[] {
  if (waiting || (!shows && rule !== 'after-passing')) return [];
  return topicResults(asked.questions, result.questions, { showsAnswers: shows });
}

/** The same with the titles of the lessons, and whether what was missed can be practiced. */
export async function loadTopics(
  db: Reader,
  row: AttemptRow,
  shown: Shown,
): Promise<Pick<ExamResultReply, 'topics' | 'practice'>> {
  const topics = topicsOf(row, shown);
  const keys = [...new Set(topics.flatMap(({ lessons }) => lessons))];
  const lessons = keys.length === 0 ? [] : await selectLessons(db, { courseId: row.course_id, keys });
  const titles = new Map(lessons.map((each) => [each.key, each]));
  return {
    topics: topics.flatMap(({ lessons: again, missed, tag, ...rest }) => {
      const known = again.flatMap((key) => titles.get(key) ?? []);
      // Without a topic of its own it is called as its lesson; one that went well has nothing to say there.
      const name = tag ?? known[0]?.title;
      return name === undefined ? [] : [{ ...rest, name, missed: [...missed], lessons: known }];
    }),
    practice: (await findPracticeBank(db, row, { shows: shown.shows, topics })) !== undefined,
  };
}

/**
 * The bank that these topics can be practiced from now. Practice shows keys: as long as this attempt must not, no bank that
 * it or its exam draws from is opened, and none while another attempt is under way.
 */
export async function findPracticeBank(
  db: Reader,
  { asked, section_id: sectionId, user_id: userId }: AttemptRow,
  { shows, topics }: { shows: boolean; topics: readonly TopicResult[] },
) {
  const missed = missedTopics(topics);
  if (missed.length === 0) return undefined;
  const drawn = [...new Set((asked.drawn ?? []).flatMap(({ bank }) => bank ?? []))];
  return selectPracticeBank(db, { drawn, sectionId, shows, topics: missed, userId });
}
