import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Trash } from '#contract/courses/removals';
import { TRASH_DAYS, TRASH_KINDS, TRASH_SHOWN } from '#domain/courses/purge-date';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useRestore } from '#web/lib/saving/use-restore.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { trashQuery } from '../queries.ts';
import { KIND_WORDS } from '../sections/section-words.ts';
import classes from './course-list.module.css';
import { useRestoreCourse } from './use-restore-course.ts';

/** What was deleted in the last 30 days; an administrator restores it from here, results included. */
export function TrashPage() {
  const api = useApi();
  const { data, error } = useQuery(trashQuery(api));
  const restoreCourse = useRestoreCourse();
  const restore = useRestore();
  const isEmpty = data && TRASH_KINDS.every((kind) => data[kind].length === 0);
  return (
    <Page>
      <Breadcrumbs
        crumbs={[{ label: m.admin_courses_title(), to: '/admin/courses' }, { label: m.admin_trash_title() }]}
      />
      <PageHeader title={m.admin_trash_title()} lead={m.admin_trash_lead({ days: TRASH_DAYS })} />
      {error && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {isEmpty && <EmptyState title={m.admin_trash_empty()} text={m.admin_trash_empty_text()} />}
      {data && (
        <>
          <Whole kind="courses" trash={data} restore={({ id }) => restoreCourse(id)} />
          <Whole
            kind="posts"
            trash={data}
            restore={({ id, title }) =>
              restore(() => api.posts.restore({ id }), {
                title: m.posts_admin_restored(),
                description: title,
              })
            }
          />
          <Whole
            kind="pages"
            trash={data}
            restore={({ id, title }) =>
              restore(() => api.pages.undelete({ id }), { title: m.pages_restored(), description: title })
            }
          />
          {data.sections.length > 0 && <Sections trash={data} />}
          <Whole
            kind="banks"
            trash={data}
            restore={({ id, title }) =>
              restore(() => api.banks.restore({ id }), { title: m.banks_restored(), description: title })
            }
          />
          <Whole
            kind="questions"
            trash={data}
            restore={({ id, title }) =>
              restore(() => api.banks.restoreQuestion({ id }), {
                title: m.banks_question_restored(),
                description: title,
              })
            }
          />
        </>
      )}
    </Page>
  );
}

const HEADINGS: Record<(typeof TRASH_KINDS)[number], () => string> = {
  courses: m.admin_trash_courses,
  posts: m.admin_trash_posts,
  pages: m.pages_title,
  sections: m.admin_trash_sections,
  banks: m.admin_trash_banks,
  questions: m.admin_trash_questions,
};

interface KindProps {
  kind: (typeof TRASH_KINDS)[number];
  trash: Trash;
  children: ReactNode;
}

/** The heading of one kind, its table, and whether there are more. */
function Kind({ children, kind, trash }: KindProps) {
  return (
    <section className={classes.trash}>
      <h2>{HEADINGS[kind]()}</h2>
      {children}
      {trash.more.includes(kind) && (
        <p className={classes.note}>{m.admin_trash_more({ count: TRASH_SHOWN })}</p>
      )}
    </section>
  );
}

interface WholeProps {
  kind: 'courses' | 'posts' | 'pages' | 'banks' | 'questions';
  trash: Trash;
  restore: (what: { id: string; title: string }) => Promise<void>;
}

/** What is deleted on its own: what, when and by whom it was deleted. */
function Whole({ kind, restore, trash }: WholeProps) {
  if (trash[kind].length === 0) return null;
  return (
    <Kind kind={kind} trash={trash}>
      <ListTable
        caption={HEADINGS[kind]()}
        columns={[
          m.admin_trash_name(),
          m.admin_trash_deleted(),
          m.admin_trash_purged(),
          { label: m.admin_course_actions(), className: classes.number },
        ]}
      >
        {trash[kind].map((one) => (
          <tr key={one.id}>
            <th scope="row">
              {one.title} {'bankTitle' in one && <small>{one.bankTitle}</small>}
              {'questions' in one && <small>{m.admin_trash_bank_questions({ count: one.questions })}</small>}
            </th>
            <td data-label={m.admin_trash_deleted()}>
              {one.deletedBy
                ? m.admin_trash_deleted_by({ date: formatDate(one.deletedAt), name: one.deletedBy })
                : formatDate(one.deletedAt)}
            </td>
            <td data-label={m.admin_trash_purged()}>{formatDate(one.purgedAt)}</td>
            <td className={classes.actions}>
              <RestoreButton title={one.title} onRestore={() => restore(one)} />
            </td>
          </tr>
        ))}
      </ListTable>
    </Kind>
  );
}

function Sections({ trash }: { trash: Trash }) {
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
      queryClient.removeQueries({ queryKey: ['admin', 'post', courseId] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'trash'] });
    }
  };
  return (
    <Kind kind="sections" trash={trash}>
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
        {trash.sections.map((section) => (
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
    </Kind>
  );
}

function RestoreButton({ onRestore, title }: { title: string; onRestore: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
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
