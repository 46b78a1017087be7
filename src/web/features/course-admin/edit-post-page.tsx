import { useQueryClient } from '@tanstack/react-query';
import type { EditPost } from '#contract/posts';
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
import { toInput, toValues } from './form-values.ts';
import { useVersionedCourse } from './use-course-form.ts';

/** 'Edit Post', prefilled with everything. A save is based on the version that the form began with. */
export function EditPostPage({ post }: { post: EditPost }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { id } = post;
  const editing = useVersionedCourse<EditPost>({
    first: post,
    valuesOf: (stored) => ({ ...toValues(stored), publishedAt: stored.publishedAt }),
    send: (values, version) =>
      api.posts.update({ ...toInput(values), publishedAt: values.publishedAt ?? null, id, version }),
    onSaved: (_saved, isMerged) => {
      toast({ title: m.admin_success(), description: m.posts_admin_saved() });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      queryClient.removeQueries({ queryKey: ['courses'] });
      queryClient.removeQueries({ queryKey: ['admin', 'post', id] });
    },
    onFailed: (error) => toastFailure(error, { title: m.posts_admin_save_failed() }),
  });
  const { base, form, stored } = editing;
  return (
    <Page>
      <CourseFormTabs
        id={id}
        version={base.version}
        kind="post"
        form={form}
        onSave={(values) => editing.save(values)}
        heading={
          <>
            <Breadcrumbs
              crumbs={[{ label: m.posts_admin_title(), to: '/admin/blogs' }, { label: stored.title }]}
            />
            <PageHeader
              title={m.posts_admin_edit()}
              lead={stored.title}
              actions={
                <LinkButton to="/blogs/$id" params={{ id }} variant="secondary" target="_blank">
                  {m.posts_admin_view()}
                </LinkButton>
              }
            />
          </>
        }
      />
      {editing.conflict && <CourseConflict saving={editing} />}
    </Page>
  );
}
