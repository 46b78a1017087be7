import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import classes from './notifications.module.css';
import { unreadQuery } from './queries.ts';

/** The way to the inbox, with how many are unread. */
export function Bell({ className }: { className?: string | undefined }) {
  const count = useQuery(unreadQuery(useApi())).data?.count ?? 0;
  const label = count > 0 ? m.notices_bell_unread({ count }) : m.notices_bell();
  return (
    <Link to="/notifications" className={`${className} ${classes.bell}`} aria-label={label} title={label}>
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13zM8.5 17.2a1.8 1.8 0 0 0 3 0" />
      </svg>
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}
