import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import classes from './comment-item.module.css';

const ROWS = ['first', 'second', 'third'];

/** Comments that are not here yet. */
export function CommentSkeleton() {
  return ROWS.map((row) => (
    <div key={row} className={classes.comment}>
      <Skeleton width={36} height={36} radius="50%" />
      <div className={classes.body}>
        <Skeleton width="9rem" height={14} />
        <Skeleton width="min(34rem, 95%)" />
        <Skeleton width="min(24rem, 70%)" />
      </div>
    </div>
  ));
}
