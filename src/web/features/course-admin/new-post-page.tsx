import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { useNoteVisit } from '#web/lib/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CourseFormTabs } from './course-form.tsx';
import { type CourseValues, EMPTY_COURSE, toInput } from './form-values.ts';
import { useCourseForm } from './use-course-form.ts';

/** 'Create New Post'; afterwards the administrator is on the new post's edit page. */
export function NewPostPage() {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const queryClient = useQueryClient();
  const form = useCourseForm({ ...EMPTY_COURSE, publishedAt: null });
  const save = async (values: CourseValues) => {
    const stillHere = noteVisit();
    try {
      const { id } = await api.posts.create({ ...toInput(values), publishedAt: values.publishedAt ?? null });
      toast({ title: m.admin_success(), description: m.posts_admin_created() });
      queryClient.removeQueries({ queryKey: ['courses'] });
      if (stillHere()) await navigate({ to: '/admin/blogs/$id', params: { id }, ignoreBlocker: true });
    } catch (error) {
      toastFailure(error, { title: m.posts_admin_create_failed() });
      throw error;
    }
  };
  return (
    <Page>
      <CourseFormTabs
        id="new-post"
        version={0}
        kind="post"
        form={form}
        onSave={save}
        heading={
          <>
            <Breadcrumbs
              crumbs={[{ label: m.posts_admin_title(), to: '/admin/blogs' }, { label: m.posts_admin_new() }]}
            />
            <PageHeader title={m.posts_admin_new()} />
          </>
        }
      />
    </Page>
  );
}
