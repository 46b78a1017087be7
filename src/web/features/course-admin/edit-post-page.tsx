import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditPost } from '#contract/posts';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CourseConflict } from './course-conflict.tsx';
import { CourseFormTabs } from './course-form.tsx';
import { type CourseValues, toInput, toValues } from './form-values.ts';
import { dropDraft } from './use-draft.ts';

/** 'Edit Post', prefilled with everything. A save is based on the version that the form began with. */
export function EditPostPage({ post }: { post: EditPost }) {
  const api = useApi();
  const queryClient = useQueryClient();
  // What the form began with; a new `round` makes the form anew.
  const [base, setBase] = useState({ post, round: 0 });
  const [conflict, setConflict] = useState<{ mine: CourseValues; current: EditPost } | null>(null);
  const { id } = post;
  const adopt = (next: EditPost) => {
    dropDraft(id, base.post.version);
    setConflict(null);
    setBase(({ round }) => ({ post: next, round: round + 1 }));
  };
  const save = async (values: CourseValues, version = base.post.version) => {
    try {
      const input = { ...toInput(values), publishedAt: values.publishedAt ?? null };
      const saved = await api.posts.update({ ...input, id, version });
      toast({ title: m.admin_success(), description: m.posts_admin_saved() });
      queryClient.removeQueries({ queryKey: ['courses'] });
      queryClient.removeQueries({ queryKey: ['admin', 'post', id] });
      adopt(saved);
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT' && error instanceof ApiError) {
        setConflict({ mine: values, current: (error.data as { current: EditPost }).current });
      } else toastFailure(error, { title: m.posts_admin_save_failed() });
      throw error;
    }
  };
  return (
    <Page>
      <CourseFormTabs
        key={base.round}
        id={id}
        version={base.post.version}
        kind="post"
        values={{ ...toValues(base.post), publishedAt: base.post.publishedAt }}
        onSave={(values) => save(values)}
        heading={
          <>
            <Breadcrumbs
              crumbs={[{ label: m.posts_admin_title(), to: '/admin/blogs' }, { label: base.post.title }]}
            />
            <PageHeader
              title={m.posts_admin_edit()}
              lead={base.post.title}
              actions={
                <LinkButton to="/blogs/$id" params={{ id }} variant="secondary" target="_blank">
                  {m.posts_admin_view()}
                </LinkButton>
              }
            />
          </>
        }
      />
      {conflict && (
        <CourseConflict
          mine={conflict.mine}
          theirs={conflict.current}
          onKeepMine={() => save(conflict.mine, conflict.current.version).catch(() => undefined)}
          onTakeTheirs={() => adopt(conflict.current)}
          onClose={() => setConflict(null)}
        />
      )}
    </Page>
  );
}
