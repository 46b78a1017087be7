import type { ReactNode } from 'react';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import classes from './accounts.module.css';

export interface AccountCardProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Where else one may want to go. */
  footer?: ReactNode;
}

/** One column with one form: signing in, registering, a new password. */
export function AccountCard({ children, footer, lead, title }: AccountCardProps) {
  return (
    <Page width="form">
      <PageHeader title={title} lead={lead} />
      {children}
      {footer && <div className={classes.footer}>{footer}</div>}
    </Page>
  );
}

/** Something quiet that has happened, above a form. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={classes.notice} role="status">
      {children}
    </div>
  );
}
