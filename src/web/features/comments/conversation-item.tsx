import { useState } from 'react';
import type { Conversation } from '#contract/courses/comments';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import classes from './comment-thread.module.css';
import { PendingComment } from './pending-comment.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { useMoreReplies } from './use-more-replies.ts';
import type { Posting } from './use-posting.ts';
import { useWrittenOn } from './use-written-on.ts';

interface ConversationItemProps {
  conversation: Conversation;
  courseId: string;
  posting: Posting;
  /** Hears when one of its forms opens and closes. */
  onForm: (form: string, isOpen: boolean) => void;
}

/** A comment with its replies, and a box for another one. */
export function ConversationItem({ conversation, courseId, onForm, posting }: ConversationItemProps) {
  const user = useUser();
  const [replying, setReplying] = useState(false);
  const { id, moreReplies, state } = conversation;
  const { more, replies } = useMoreReplies(conversation, courseId);
  const { hold, shown } = useWrittenOn(replies);
  useFocusBack(replying, `#comment-${id} button`);
  const pending = posting.pending.filter(({ parentId }) => parentId === id);
  const ahead = moreReplies
    ? posting.sent.filter((one) => one.parentId === id && !replies.some((reply) => reply.id === one.id))
    : [];
  const name = conversation.author?.name ?? m.comments_someone();
  const hasReplies = shown.length > 0 || pending.length > 0;
  const reply = (isOpen: boolean) => {
    setReplying(isOpen);
    onForm('reply', isOpen);
  };
  return (
    <li>
      <CommentItem
        comment={conversation}
        courseId={courseId}
        onReply={user && state !== 'removed' ? () => reply(true) : undefined}
        onEditing={(isOpen) => onForm('edit', isOpen)}
      />
      {(hasReplies || replying) && (
        <ol className={classes.replies}>
          {shown.map((each) => (
            <li key={each.id}>
              <CommentItem
                comment={each}
                courseId={courseId}
                onEditing={(isOpen) => {
                  hold(each, 'edit', isOpen);
                  onForm(each.id, isOpen);
                }}
              />
            </li>
          ))}
          {more && (
            <li>
              <Button variant="quiet" size="sm" busy={more.isFetching} onClick={more.load}>
                {m.comments_more_replies()}
              </Button>
            </li>
          )}
          {ahead.map((each) => (
            <li key={each.id}>
              <CommentItem comment={each} courseId={courseId} />
            </li>
          ))}
          {pending.map(({ content, key }) => (
            <li key={key}>
              <PendingComment content={content} />
            </li>
          ))}
          {replying && (
            <li className={classes.answer}>
              <CommentForm
                draft={`${courseId}.${id}`}
                label={m.comments_write_reply({ name })}
                submit={m.comments_post_reply()}
                onSubmit={async (content) => {
                  const taken = await posting.post(content, id);
                  if (taken) reply(false);
                  return taken;
                }}
                onCancel={() => reply(false)}
                autoFocus
              />
            </li>
          )}
        </ol>
      )}
    </li>
  );
}
