import type { PostRow } from '#contract/courses/posts';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { StateBadge } from '#web/ui/badges/state-badge.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { DraftBadge } from '../drafts/draft-badge.tsx';
import classes from './course-list.module.css';

/** The posts as a table; on a small screen each row becomes a card. */
export function PostTable({
  onDelete,
  posts,
}: {
  posts: readonly PostRow[];
  onDelete: (post: PostRow) => void;
}) {
  return (
    <ListTable
      caption={m.posts_admin_title()}
      columns={[
        m.posts_admin_name(),
        m.admin_course_plan(),
        m.publishing_status(),
        m.posts_admin_published(),
        m.admin_course_updated(),
        { label: m.admin_course_actions(), className: classes.number },
      ]}
    >
      {posts.map((post) => (
        <tr key={post.id}>
          <th scope="row">
            <TextLink to="/admin/blogs/$id" params={{ id: post.id }} quiet>
              {post.title}
            </TextLink>
            {post.hasDraft && (
              <span className={classes.state}>
                <DraftBadge />
              </span>
            )}
          </th>
          <td>
            <TierBadge tier={post.subscriptionLevel} />
          </td>
          <td>
            <StateBadge state={post.state} />
          </td>
          <td data-label={m.posts_admin_published()}>{formatTimeOf(post)}</td>
          <td data-label={m.admin_course_updated()}>{formatDate(post.updatedAt)}</td>
          <td className={classes.actions}>
            <LinkButton
              to="/admin/blogs/$id"
              params={{ id: post.id }}
              variant="secondary"
              size="sm"
              aria-label={m.admin_course_edit_named({ title: post.title })}
            >
              {m.admin_edit()}
            </LinkButton>
            <Button
              variant="danger"
              size="sm"
              onClick={() => onDelete(post)}
              aria-label={m.admin_course_delete_named({ title: post.title })}
            >
              {m.ui_delete()}
            </Button>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** When it is published, or was first. */
function formatTimeOf({ publishAt, publishedAt }: PostRow): string {
  const time = publishAt ?? publishedAt;
  return time ? formatTime(time) : '–';
}
