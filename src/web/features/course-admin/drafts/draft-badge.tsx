import { m } from '#web/lib/messages.ts';
import classes from './drafts.module.css';

/** Says of a course or post that changes wait to be published. */
export function DraftBadge() {
  return <span className={classes.badge}>{m.drafts_title()}</span>;
}
