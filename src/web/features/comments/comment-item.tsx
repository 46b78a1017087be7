import { useState } from 'react';
import type { Comment } from '#contract/courses/comments';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import { CommentActions } from './comment-actions.tsx';
import { CommentForm } from './comment-form.tsx';
import classes from './comment-item.module.css';
import { useChanging } from './use-changing.ts';
import { useFocusBack } from './use-focus-back.ts';

interface CommentItemProps {
  comment: Comment;
  courseId: string;
  /** Left out where nobody can answer. */
  onReply?: (() => void) | undefined;
  /** Hears when the form for an edit opens and closes. */
  onEditing?: (isOpen: boolean) => void;
}

/** An open form for an edit: what it began with, and the version that it replaces. */
interface Edit {
  readonly initial: Comment;
  readonly version: number;
}

/** One comment: who, when, what, and what the reader may do with it. */
export function CommentItem({ comment, courseId, onEditing, onReply }: CommentItemProps) {
  const changing = useChanging(courseId, comment);
  const [editing, setEditing] = useState<Edit | null>(null);
  const edit = (next: Edit | null) => {
    setEditing(next);
    onEditing?.(next !== null);
  };
  useFocusBack(editing !== null, `#comment-${comment.id} [aria-haspopup]`);
  const { author, state } = comment;
  const name = author?.name ?? m.comments_someone();
  if (state === 'removed' && !editing)
    return (
      <article className={classes.comment} data-state="removed">
        <span className={classes.gap} />
        <p className={classes.gone}>{m.comments_removed()}</p>
      </article>
    );
  return (
    <article
      className={classes.comment}
      id={`comment-${comment.id}`}
      aria-label={name}
      aria-busy={changing.busy || undefined}
      data-state={state}
    >
      <Avatar name={name} src={author?.avatar ?? null} size={36} />
      <div className={classes.body}>
        <p className={classes.meta}>
          <strong>{name}</strong>
          <time dateTime={comment.createdAt}>{formatTime(comment.createdAt)}</time>
          {comment.editedAt && (
            <span title={m.comments_edited_at({ time: formatTime(comment.editedAt) })}>
              {m.comments_edited()}
            </span>
          )}
        </p>
        {state === 'removed' && <p className={classes.gone}>{m.comments_removed()}</p>}
        {(!editing || editing.version !== editing.initial.version) && <CommentText comment={comment} />}
        {editing && (
          <CommentForm
            initial={editing.initial.content}
            label={m.comments_edit_label()}
            submit={m.comments_save()}
            busy={m.comments_saving()}
            onSubmit={async (content) => {
              const { initial, version } = editing;
              const onConflict = (current: Comment) => edit({ initial, version: current.version });
              const taken = await changing.edit(content, { version, onConflict });
              if (taken) edit(null);
              return taken;
            }}
            onCancel={() => edit(null)}
            autoFocus
          />
        )}
        {!editing && (
          <CommentActions
            comment={comment}
            name={name}
            changing={changing}
            onEdit={() => edit({ initial: comment, version: comment.version })}
            onReply={onReply}
          />
        )}
      </div>
    </article>
  );
}

/** A hidden comment is struck through and marked; administrators may open what it said (spec section 4). */
function CommentText({ comment: { content, html, original, state } }: { comment: Comment }) {
  if (state !== 'hidden')
    return (
      <div className={classes.text}>
        <Prose html={html} />
      </div>
    );
  return (
    <>
      <p className={classes.hidden}>
        <s>{content}</s> {m.comments_hidden()}
      </p>
      {original && (
        <details className={classes.original}>
          <summary>{m.comments_original()}</summary>
          <div className={classes.text}>
            <Prose html={original.html} />
          </div>
        </details>
      )}
    </>
  );
}
