import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CourseRow } from '#contract/courses/courses';
import { COURSE_STATES } from '#domain/courses/life-cycle';
import { TIERS } from '#domain/tiers';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { stateWord } from '#web/ui/badges/state-badge.tsx';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
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
import { FolderButtons } from '../folders/folder-buttons.tsx';
import { type CourseListSearch, courseListQuery } from '../queries.ts';
import { RemovalDialog } from '../sections/removal-dialog.tsx';
import classes from './course-list.module.css';
import { CourseTable } from './course-table.tsx';
import { useRestoreCourse } from './use-restore-course.ts';

/** Course Management: every course, last updated first (spec section 2). */
export function CourseList({ search }: { search: CourseListSearch }) {
  const tierName = useTierName();
  const api = useApi();
  const navigate = useNavigate();
  const { data: list, error, isFetching } = useQuery(courseListQuery(api, search));
  const data = useLastPage(list, isFetching);
  const { asked: pendingDelete, ask: setPendingDelete, close } = useAsked<CourseRow>();
  const change = (changes: { [Name in keyof CourseListSearch]: CourseListSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, page: undefined, ...changes }).filter(([, value]) => value);
    navigate({ to: '/admin/courses', search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  const isFiltered = Boolean(search.q || search.level || search.state);
  return (
    <Page>
      <PageHeader
        title={m.admin_courses_title()}
        lead={m.admin_courses_lead()}
        actions={
          <>
            <FolderButtons />
            <LinkButton to="/admin/trash" variant="secondary">
              {m.admin_trash_title()}
            </LinkButton>
            <LinkButton to="/admin/courses/new">{m.admin_course_create()}</LinkButton>
          </>
        }
      />
      <search className={classes.filters} data-three>
        <SearchBox
          size="sm"
          label={m.admin_courses_search()}
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
      <p className="sr-only" role="status">
        {data && m.courses_count({ count: data.total })}
      </p>
      {error && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data?.items.length === 0 && <NoCourses isFiltered={isFiltered} />}
      {data && data.items.length > 0 && <CourseTable courses={data.items} onDelete={setPendingDelete} />}
      {data && (
        <Pagination
          page={data.page}
          pages={Math.ceil(data.total / data.pageSize)}
          link={(page, props) => <Link to="/admin/courses" search={{ ...search, page }} {...props} />}
        />
      )}
      <DeleteCourse course={pendingDelete} onClose={close} />
    </Page>
  );
}

function NoCourses({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title={m.courses_none()}
      text={isFiltered ? m.courses_none_filtered() : m.admin_courses_none()}
    >
      {!isFiltered && <LinkButton to="/admin/courses/new">{m.admin_course_create()}</LinkButton>}
    </EmptyState>
  );
}

/** Asks, deletes, reports it with an undo; Cancel clears the selection (spec section 4). */
function DeleteCourse({
  course,
  onClose,
}: {
  course: CourseRow | null;
  onClose: (course: CourseRow | null) => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const restore = useRestoreCourse();
  const remove = async () => {
    if (!course) return;
    try {
      await api.courses.remove({ id: course.id });
      const undo = { label: m.admin_undo(), run: () => void restore(course.id) };
      toast({ title: m.admin_success(), description: m.admin_course_deleted(), action: undo });
    } catch (error) {
      toastFailure(error, { title: m.admin_error(), description: m.admin_course_delete_failed() });
    } finally {
      onClose(course);
      await queryClient.invalidateQueries({ queryKey: ['admin', 'courses'] });
      queryClient.removeQueries({ queryKey: ['courses'] });
    }
  };
  return (
    <RemovalDialog
      removal={course && { courseId: course.id, title: course.title }}
      onCancel={() => onClose(course)}
      onConfirm={remove}
      text={m.admin_course_delete_text()}
    />
  );
}
