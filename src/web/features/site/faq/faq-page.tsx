import type { FaqItem } from '#contract/site';
import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './faq-page.module.css';

/** Questions at the left, answers at the right. */
export function FaqPage({ items }: { items: readonly FaqItem[] }) {
  return (
    <Page>
      <PageHeader title={m.site_faq()} lead={m.site_faq_lead()} />
      {items.length === 0 ? (
        <EmptyState title={m.site_faq_empty()} drawing="talk" />
      ) : (
        <dl className={classes.list}>
          {items.map(({ id, question, answer }) => (
            <div key={id} className={classes.item}>
              <dt className={classes.question}>{question}</dt>
              <dd className={classes.answer}>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes.more}>
        <div>
          <h2 className={classes.moreTitle}>{m.site_faq_more()}</h2>
          <p className={classes.moreText}>{m.site_faq_more_text()}</p>
        </div>
        <div className={classes.actions}>
          <LinkButton to="/help" variant="secondary">
            {m.site_faq_help()}
          </LinkButton>
          <LinkButton to="/contact">{m.site_faq_contact()}</LinkButton>
        </div>
      </div>
    </Page>
  );
}
