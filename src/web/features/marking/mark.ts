import type { MarkedAnswer } from '#contract/exams/marking';
import { shownPoints } from '#domain/exams/results/rounded';

/** What stands in the form of a mark. */
export interface Mark {
  readonly levels: readonly (number | null)[];
  readonly points: string;
  readonly comment: string;
}

export function markOf({ comment, given, levels, rubric }: MarkedAnswer): Mark {
  return {
    levels: levels ?? rubric.map(() => null),
    comment,
    points: given === null || rubric.length > 0 ? '' : String(given),
  };
}

export function isSame(one: Mark, other: Mark): boolean {
  return (
    one.comment === other.comment &&
    one.points === other.points &&
    one.levels.every((level, place) => level === other.levels[place])
  );
}

/** Whether a mark is kept as it was sent. Points are answered as they are shown, rounded. */
export function isKept(sent: Mark, kept: MarkedAnswer): boolean {
  const points = sent.points === '' ? '' : String(shownPoints(Number(sent.points), 1));
  return isSame({ ...sent, points, comment: sent.comment.trim() }, markOf(kept));
}

/** Whether what was answered is another answer by now: only a late one that is accepted takes a mark away. */
export function isReplaced(seen: MarkedAnswer, now: MarkedAnswer): boolean {
  const answerOf = ({ file, program, text }: MarkedAnswer) =>
    JSON.stringify([text, file?.id, program?.files]);
  return (now.given === null && now.version !== seen.version) || answerOf(now) !== answerOf(seen);
}

/** Whether the points that stand in the form are out of others than the question is worth by now. */
export function isRescaled(seen: MarkedAnswer, now: MarkedAnswer): boolean {
  return now.rubric.length === 0 && now.points !== seen.points;
}

export function isPoints(text: string, most: number): boolean {
  const points = Number(text);
  return text.trim() !== '' && Number.isFinite(points) && points >= 0 && points <= most;
}
