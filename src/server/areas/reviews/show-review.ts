import type { OwnReview, Review } from '#contract/courses/reviews';
import type { ReviewRow } from './sql.ts';

/** A review as everyone may see it. */
export function showReview(row: ReviewRow): Review {
  const { author_avatar: avatar, author_name: name } = row;
  return { ...wordsOf(row), author: name === null ? null : { name, avatar } };
}

/** A review as its author sees it. */
export function showOwnReview(row: ReviewRow): OwnReview {
  return { ...wordsOf(row), version: row.version, hidden: hiddenOf(row) };
}

export function hiddenOf({ hidden_at, hidden_reason }: ReviewRow): OwnReview['hidden'] {
  return hidden_at === null ? null : { reason: hidden_reason };
}

function wordsOf({ body, created_at, edited_at, id, rating }: ReviewRow) {
  return {
    id,
    rating,
    body,
    createdAt: created_at.toISOString(),
    editedAt: edited_at?.toISOString() ?? null,
  };
}
