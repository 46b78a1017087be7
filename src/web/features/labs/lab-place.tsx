import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './lab-place.module.css';

/** Holds the place of a lab that is being loaded, so that nothing around it moves. */
export function LabPlace() {
  return (
    <div className={classes.place}>
      <LoadingState inline />
    </div>
  );
}
