import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/courses/dashboard';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ContinueLearning } from './continue-learning.tsx';
import classes from './dashboard.module.css';
import { Deadlines } from './deadlines.tsx';
import { News } from './news.tsx';
import { dashboardQuery } from './queries.ts';
import { RecommendedCourses } from './recommended-courses.tsx';
import { RunningExams } from './running-exams.tsx';

interface LearningDashboardProps {
  /** What was earned and is not taken yet. */
  due: (due: Dashboard['due']) => ReactNode;
}

/** Where to go on, what comes up, what is new, and where to begin for who studies nothing at present. */
export function LearningDashboard({ due }: LearningDashboardProps) {
  const { data, error } = useQuery(dashboardQuery(useApi()));
  if (!data)
    return error ? (
      <ErrorState error={error} title={m.dashboard_failed()} heading="h2" />
    ) : (
      <LoadingState inline />
    );
  const { courses, deadlines, news } = data;
  const isBusy = courses.length > 0 || deadlines.length > 0 || news.length > 0;
  return (
    <>
      <RunningExams running={data.running} />
      {due(data.due)}
      <div className={classes.columns} data-single={!isBusy || undefined}>
        <ContinueLearning courses={courses} />
        {isBusy && (
          <div className={classes.aside}>
            <Deadlines deadlines={deadlines} />
            <News news={news} asOf={data.asOf} />
          </div>
        )}
      </div>
      {courses.every(({ completedAt }) => completedAt !== null) && (
        <RecommendedCourses title={m.profile_where_to_begin()} />
      )}
    </>
  );
}
