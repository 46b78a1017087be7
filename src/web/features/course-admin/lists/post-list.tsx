import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { PostRow } from '#contract/courses/posts';
import { COURSE_STATES } from '#domain/courses/life-cycle';
import { TIERS } from '#domain/tiers';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useRestore } from '#web/lib/saving/use-restore.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { stateWord } from '#web/ui/badges/state-badge.tsx';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { FilterSelect } from '#web/ui/fields/filter-select.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Pagination } from '#web/ui/layout/pagination.tsx';
import { useLastPage } from '#web/ui/layout/use-last-page.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { type CourseListSearch, postListQuery } from '../queries.ts';
import classes from './course-list.module.css';
import { PostTable } from './post-table.tsx';

/** Every post, last updated first: search, filter, edit, delete. */
export function PostList({ search }: { search: CourseListSearch }) {
  const tierName = useTierName();
  const navigate = useNavigate();
  const { data: list, error, isFetching } = useQuery(postListQuery(useApi(), search));
  const data = useLastPage(list, isFetching);
  const { asked: pendingDelete, ask: setPendingDelete, close } = useAsked<PostRow>();
  const change = (changes: { [Name in keyof CourseListSearch]: CourseListSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, page: undefined, ...changes }).filter(([, value]) => value);
    navigate({ to: '/admin/blogs', search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  const isFiltered = Boolean(search.q || search.level || search.state);
  return (
    <Page>
      <PageHeader
        title={m.posts_admin_title()}
        lead={m.posts_admin_lead()}
        actions={
          <>
            <LinkButton to="/admin/trash" variant="secondary">
              {m.admin_trash_title()}
            </LinkButton>
            <LinkButton to="/admin/blogs/new">{m.posts_admin_create()}</LinkButton>
          </>
        }
      />
      <search className={classes.filters} data-three>
        <SearchBox
          size="sm"
          label={m.posts_admin_search()}
          value={search.q}
          onChange={(q) => change({ q })}
        />
        <FilterSelect
          label={m.admin_course_plan()}
          all={m.admin_courses_all_plans()}
          options={TIERS}
          word={tierName}
          value={search.level}
          onChange={(level) => change({ level })}
        />
        <FilterSelect
          label={m.publishing_status()}
          all={m.publishing_all_states()}
          options={COURSE_STATES}
          word={stateWord}
          value={search.state}
          onChange={(state) => change({ state })}
        />
      </search>
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data?.items.length === 0 && (
        <EmptyState
          title={m.posts_none()}
          text={isFiltered ? m.posts_admin_none_filtered() : m.posts_admin_none()}
        >
          {!isFiltered && <LinkButton to="/admin/blogs/new">{m.posts_admin_create()}</LinkButton>}
        </EmptyState>
      )}
      {data && data.items.length > 0 && <PostTable posts={data.items} onDelete={setPendingDelete} />}
      {data && (
        <Pagination
          page={data.page}
          pages={Math.ceil(data.total / data.pageSize)}
          link={(page, props) => <Link to="/admin/blogs" search={{ ...search, page }} {...props} />}
        />
      )}
      <DeletePost post={pendingDelete} onClose={close} />
    </Page>
  );
}

/** Asks, deletes, says so with an undo; Cancel clears the selection. */
function DeletePost({ onClose, post }: { post: PostRow | null; onClose: (post: PostRow | null) => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const restore = useRestore();
  const remove = async () => {
    if (!post) return;
    try {
      await api.posts.remove({ id: post.id });
      const done = { title: m.posts_admin_restored(), description: post.title };
      const run = () => void restore(() => api.posts.restore({ id: post.id }), done);
      const undo = { label: m.admin_undo(), run };
      toast({ title: m.admin_success(), description: m.posts_admin_deleted(), action: undo });
    } catch (error) {
      toastFailure(error, { title: m.admin_error(), description: m.posts_admin_delete_failed() });
    } finally {
      onClose(post);
      await queryClient.invalidateQueries({ queryKey: ['admin', 'posts'] });
      queryClient.removeQueries({ queryKey: ['courses'] });
    }
  };
  return (
    <ConfirmDialog
      open={post !== null}
      onCancel={() => onClose(post)}
      onConfirm={remove}
      text={
        <>
          {m.posts_admin_delete_text()}
          <span className={classes.note}>{m.posts_admin_delete_note()}</span>
        </>
      }
    />
  );
}
