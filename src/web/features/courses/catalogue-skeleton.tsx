import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import classes from './catalogue.module.css';
import cardClasses from './course-card.module.css';

/** Six cards' worth of room while the courses are on their way. */
export function CatalogueSkeleton() {
  return (
    <LoadingState inline>
      <div className={classes.grid}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <CourseCardSkeleton key={key} />
        ))}
      </div>
    </LoadingState>
  );
}

function CourseCardSkeleton() {
  return (
    <div className={cardClasses.card}>
      <div className={cardClasses.cover}>
        <Skeleton height="100%" radius={0} />
      </div>
      <Skeleton width="40%" />
      <Skeleton height={26} width="80%" />
      <Skeleton width="95%" />
      <Skeleton width="60%" />
    </div>
  );
}
