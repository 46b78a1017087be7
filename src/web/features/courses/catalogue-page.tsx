import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Pagination } from '#web/ui/layout/pagination.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './catalogue.module.css';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { CatalogueSkeleton } from './catalogue-skeleton.tsx';
import { CourseCard } from './course-card.tsx';
import { HigherCount, HigherPlans } from './higher-plans.tsx';
import { type CatalogueList, type CatalogueSearch, catalogueQuery, categoriesQuery } from './queries.ts';

const ABOVE_THE_FOLD = 3;

/** The catalogue of courses that are open to the reader. */
export function CataloguePage({ search }: { search: CatalogueSearch }) {
  const api = useApi();
  const categories = useQuery(categoriesQuery(api)).data ?? [];
  const { data, isPlaceholderData } = useQuery(catalogueQuery(api, search));
  const isFiltered = Boolean(search.q || search.level || search.category);
  return (
    <Page>
      <PageHeader title={m.courses_title()} lead={m.courses_lead()} />
      <CatalogueFilters search={search} categories={categories} />
      <p className={classes.count} role="status">
        {data && (isFiltered || data.total > 0) && m.courses_count({ count: openOnes(data) })}
        {data?.listsLocked && <HigherCount higher={data.higher} />}
        {data?.correctedQuery && ` ${m.courses_corrected({ query: data.correctedQuery })}`}
      </p>
      {data ? (
        <div className={classes.grid} data-busy={isPlaceholderData || undefined}>
          {data.items.map((course, index) => (
            <CourseCard key={course.id} course={course} eager={index < ABOVE_THE_FOLD} />
          ))}
        </div>
      ) : (
        <CatalogueSkeleton />
      )}
      {data?.items.length === 0 && <NoCourses isFiltered={isFiltered || data.page > 1} />}
      {data && (
        <Pagination
          page={data.page}
          pages={Math.ceil(data.total / data.pageSize)}
          link={(page, props) => <Link to="/courses" search={{ ...search, page }} {...props} />}
        />
      )}
      {data && <HigherPlans higher={data.higher} searched={isFiltered} />}
    </Page>
  );
}

/** Locked cards are counted apart. */
function openOnes({ higher, listsLocked, total }: CatalogueList): number {
  return listsLocked ? higher.reduce((left, { courses }) => left - courses, total) : total;
}

function NoCourses({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title={m.courses_none()}
      text={isFiltered ? m.courses_none_filtered() : m.courses_none_open()}
      heading="h2"
    >
      {isFiltered && (
        <LinkButton to="/courses" variant="secondary">
          {m.courses_none_reset()}
        </LinkButton>
      )}
    </EmptyState>
  );
}
