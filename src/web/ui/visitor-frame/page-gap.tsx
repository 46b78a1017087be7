import classes from './visitor-frame.module.css';

/** Where a page stands between header and footer. */
export function PageGap() {
  return <div className={classes.gap} />;
}
