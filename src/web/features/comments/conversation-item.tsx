import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment, Conversation } from '#contract/courses/comments';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import classes from './comment-thread.module.css';
import { PendingComment } from './pending-comment.tsx';
import { repliesQuery } from './queries.ts';
import { useFocusBack } from './use-focus-back.ts';
import type { Posting } from './use-posting.ts';

interface ConversationItemProps {
  conversation: Conversation;
  courseId: string;
  posting: Posting;
}

/** A comment with its replies, and a box for another one. */
export function ConversationItem({ conversation, courseId, posting }: ConversationItemProps) {
  const user = useUser();
  const [replying, setReplying] = useState(false);
  const { id, moreReplies, replies, state } = conversation;
  useFocusBack(replying, `#comment-${id} button`);
  const pending = posting.pending.filter(({ parentId }) => parentId === id);
  const name = conversation.author?.name ?? m.comments_someone();
  const hasReplies = replies.length > 0 || pending.length > 0;
  return (
    <li>
      <CommentItem
        comment={conversation}
        courseId={courseId}
        onReply={user && state !== 'removed' ? () => setReplying(true) : undefined}
      />
      {(hasReplies || replying) && (
        <ol className={classes.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem comment={reply} courseId={courseId} />
            </li>
          ))}
          {moreReplies && (
            <MoreReplies
              id={id}
              courseId={courseId}
              after={moreReplies}
              sent={posting.sent.filter(({ parentId }) => parentId === id)}
            />
          )}
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
                  if (taken) setReplying(false);
                  return taken;
                }}
                onCancel={() => setReplying(false)}
                autoFocus
              />
            </li>
          )}
        </ol>
      )}
    </li>
  );
}

interface MoreRepliesProps {
  id: string;
  courseId: string;
  after: string;
  /** Replies that one has just written: shown even before those that come first are. */
  sent: readonly Comment[];
}

function MoreReplies({ after, courseId, id, sent }: MoreRepliesProps) {
  const [wanted, setWanted] = useState(false);
  const { data, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    ...repliesQuery(useApi(), courseId, id, after),
    enabled: wanted,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const ahead = sent.filter((comment) => !items.some((item) => item.id === comment.id));
  return (
    <>
      {items.map((reply) => (
        <li key={reply.id}>
          <CommentItem comment={reply} courseId={courseId} />
        </li>
      ))}
      {(!wanted || hasNextPage || isFetching) && (
        <li>
          <Button
            variant="quiet"
            size="sm"
            busy={isFetching}
            onClick={() => (wanted ? fetchNextPage() : setWanted(true))}
          >
            {m.comments_more_replies()}
          </Button>
        </li>
      )}
      {ahead.map((reply) => (
        <li key={reply.id}>
          <CommentItem comment={reply} courseId={courseId} />
        </li>
      ))}
    </>
  );
}
