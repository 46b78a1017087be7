import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Trash } from '#contract/courses';
import { TRASH_DAYS } from '#domain/courses/purge-date';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ListTable } from '#web/ui/list-table.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import classes from './course-list.module.css';
import { trashQuery } from './queries.ts';
import { KIND_WORDS } from './section-words.ts';
import { useRestoreCourse } from './use-restore-course.ts';

/** What was deleted in the last 30 days; an administrator restores it from here, results included. */
export function TrashPage() {
  const { data, error } = useQuery(trashQuery(useApi()));
  const isEmpty = data && data.courses.length + data.sections.length === 0;
  return (
    <Page>
      <Breadcrumbs
        crumbs={[{ label: m.admin_courses_title(), to: '/admin/courses' }, { label: m.admin_trash_title() }]}
      />
      <PageHeader title={m.admin_trash_title()} lead={m.admin_trash_lead({ days: TRASH_DAYS })} />
      {error && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {isEmpty && <EmptyState title={m.admin_trash_empty()} text={m.admin_trash_empty_text()} />}
      {data && data.courses.length > 0 && <Courses courses={data.courses} />}
      {data && data.sections.length > 0 && <Sections sections={data.sections} />}
    </Page>
  );
}

function Courses({ courses }: Pick<Trash, 'courses'>) {
  const restore = useRestoreCourse();
  return (
    <section className={classes.trash}>
      <h2>{m.admin_trash_courses()}</h2>
      <ListTable
        caption={m.admin_trash_courses()}
        columns={[
          m.admin_course_name(),
          m.admin_trash_deleted(),
          m.admin_trash_purged(),
          { label: m.admin_course_actions(), className: classes.number },
        ]}
      >
        {courses.map(({ deletedAt, deletedBy, id, purgedAt, title }) => (
          <tr key={id}>
            <th scope="row">{title}</th>
            <td data-label={m.admin_trash_deleted()}>
              {deletedBy
                ? m.admin_trash_deleted_by({ date: formatDate(deletedAt), name: deletedBy })
                : formatDate(deletedAt)}
            </td>
            <td data-label={m.admin_trash_purged()}>{formatDate(purgedAt)}</td>
            <td className={classes.actions}>
              <RestoreButton title={title} onRestore={() => restore(id)} />
            </td>
          </tr>
        ))}
      </ListTable>
    </section>
  );
}

function Sections({ sections }: Pick<Trash, 'sections'>) {
  const api = useApi();
  const queryClient = useQueryClient();
  const restore = async ({ courseId, id, title }: Trash['sections'][number]) => {
    try {
      await api.courses.restoreSection({ id: courseId, sectionId: id });
      toast({ title: m.admin_section_restored(), description: title });
    } catch (error) {
      toastFailure(error, { title: m.admin_error(), description: m.admin_section_restore_failed() });
    } finally {
      queryClient.removeQueries({ queryKey: ['courses'] });
      queryClient.removeQueries({ queryKey: ['admin', 'course', courseId] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'trash'] });
    }
  };
  return (
    <section className={classes.trash}>
      <h2>{m.admin_trash_sections()}</h2>
      <ListTable
        caption={m.admin_trash_sections()}
        columns={[
          m.admin_section_title(),
          m.admin_course_name(),
          m.admin_trash_deleted(),
          m.admin_trash_purged(),
          { label: m.admin_course_actions(), className: classes.number },
        ]}
      >
        {sections.map((section) => (
          <tr key={section.id}>
            <th scope="row">
              {section.title} <small>{KIND_WORDS[section.sectionType]()}</small>
            </th>
            <td data-label={m.admin_course_name()}>{section.courseTitle}</td>
            <td data-label={m.admin_trash_deleted()}>{formatDate(section.deletedAt)}</td>
            <td data-label={m.admin_trash_purged()}>{formatDate(section.purgedAt)}</td>
            <td className={classes.actions}>
              <RestoreButton title={section.title} onRestore={() => restore(section)} />
            </td>
          </tr>
        ))}
      </ListTable>
    </section>
  );
}

function RestoreButton({ onRestore, title }: { title: string; onRestore: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={busy}
      aria-label={m.admin_trash_restore_named({ title })}
      onClick={() => {
        setBusy(true);
        void onRestore().finally(() => setBusy(false));
      }}
    >
      {m.admin_trash_restore()}
    </Button>
  );
}
