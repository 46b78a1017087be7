import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CourseDraft } from '#contract/courses/courses';
import type { EditPost } from '#contract/courses/posts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useTakesDraft } from '../drafts/use-takes-draft.ts';
import { DuplicateButton } from '../duplicate-button.tsx';
import { ExportLink } from '../folders/export-link.tsx';
import { toInput } from '../form-values.ts';
import { CourseConflict } from '../history/course-conflict.tsx';
import { CourseHistory } from '../history/course-history.tsx';
import { StatusBar } from '../publishing/status-bar.tsx';
import { statusQuery } from '../publishing/status-queries.ts';
import { useStart } from '../publishing/use-start.ts';
import { useLossQuestion } from '../sections/use-loss-question.tsx';
import { useSectionActions } from '../sections/use-section-actions.ts';
import { useCourseForm } from '../use-course-form.ts';
import { useUndoSave } from '../use-undo-save.ts';
import { PostForm } from './post-form.tsx';
import { emptyPost, postValues } from './post-values.ts';

interface PostPageProps {
  /** What is edited; null for a new post. */
  post: EditPost | null;
  /** What waits to be published in it. */
  draft?: CourseDraft | null;
  /** Called after a save by who is still on the page. */
  onSaved?: (id: string) => void;
}

/**
 * 'Create New Post', and 'Edit Post', prefilled with everything. A save is based on the version that the form began with;
 * the first save of a new post makes this its edit page.
 */
export function PostPage({ draft = null, onSaved, post }: PostPageProps) {
  const api = useApi();
  const user = useUser();
  const queryClient = useQueryClient();
  const [showsHistory, setShowsHistory] = useState(false);
  const changed = (id: string) => {
    queryClient.removeQueries({ queryKey: ['courses'] });
    queryClient.removeQueries({ queryKey: ['admin', 'post', id] });
    queryClient.removeQueries({ queryKey: ['admin', 'course-draft', id] });
    void queryClient.invalidateQueries({ queryKey: statusQuery(api, id).queryKey });
  };
  const undoOf = useUndoSave((restored, saved) => {
    editing.replace(restored, saved);
    changed(restored.id);
  });
  const { agree, question } = useLossQuestion(m.admin_removal_trash());
  const start = useStart();
  const editing = useCourseForm({
    first: post,
    firstDraft: draft,
    empty: emptyPost(user ? [user.id] : []),
    newId: 'new-post',
    valuesOf: postValues,
    send: (values, on) =>
      on
        ? api.posts.update({ ...toInput(values), ...on })
        : api.posts.create({ ...toInput(values), ...start.input() }),
    agree,
    onDraft: changed,
    onSaved: ({ id }, { isFirst, isHere, isMerged, isPublished }) => {
      toast({
        title: m.admin_success(),
        description: isPublished
          ? m.drafts_published()
          : isFirst
            ? m.posts_admin_created()
            : m.posts_admin_saved(),
      });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      changed(id);
      if (isHere) onSaved?.(id);
    },
    onFailed: (error, isFirst) =>
      toastFailure(error, {
        title: isFirst ? m.posts_admin_create_failed() : m.posts_admin_save_failed(),
      }),
  });
  const { base, isDirty, stored } = editing;
  const takesDraft = useTakesDraft(stored?.id ?? null);
  const sectionActions = useSectionActions({
    // With a draft, sections come and go with it.
    id: editing.server.pending ? null : (stored?.id ?? null),
    saved: editing.base.values,
    note: editing.note,
    changed,
  });
  return (
    <Page>
      <PostForm
        id={stored?.id ?? 'new-post'}
        editing={editing}
        {...start.props}
        takesDraft={takesDraft}
        {...(sectionActions && { sectionActions })}
        heading={
          <>
            <Heading post={stored} onHistory={() => setShowsHistory(true)} />
            {stored && <StatusBar id={stored.id} />}
          </>
        }
      />
      {showsHistory && stored && (
        <CourseHistory
          course={stored}
          title={m.posts_history_title()}
          present={base.version}
          undoOf={undoOf}
          isDirty={isDirty && !editing.server.pending}
          onClose={() => setShowsHistory(false)}
          onRestored={(restored) => {
            editing.replace(restored);
            changed(restored.id);
          }}
        />
      )}
      {stored && question(stored.title)}
      {editing.conflict && <CourseConflict saving={editing} />}
      {editing.server.saving.conflict && <CourseConflict saving={editing.server.saving} />}
    </Page>
  );
}

function Heading({ onHistory, post }: { post: EditPost | null; onHistory: () => void }) {
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: m.posts_admin_title(), to: '/admin/blogs' },
          { label: post?.title ?? m.posts_admin_new() },
        ]}
      />
      <PageHeader
        title={post ? m.posts_admin_edit() : m.posts_admin_new()}
        {...(post && {
          lead: post.title,
          actions: (
            <>
              <Button variant="secondary" onClick={onHistory}>
                {m.settings_history()}
              </Button>
              <DuplicateButton id={post.id} kind="post" />
              <ExportLink id={post.id} />
              <LinkButton to="/blogs/$id" params={{ id: post.id }} variant="secondary" target="_blank">
                {m.posts_admin_view()}
              </LinkButton>
            </>
          ),
        })}
      />
    </>
  );
}
