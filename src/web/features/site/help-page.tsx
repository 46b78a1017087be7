import { m } from '#web/lib/messages.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './help-page.module.css';
import { HELP_TOPICS } from './help-topics.ts';

/** The help center: topics with a list of contents beside them. */
export function HelpPage() {
  return (
    <Page>
      <PageHeader title={m.site_help()} lead={m.site_help_lead()} />
      <div className={classes.grid}>
        <nav className={classes.toc} aria-label={m.site_help_on_this_page()}>
          <h2 className={classes.tocTitle}>{m.site_help_on_this_page()}</h2>
          <ul>
            {HELP_TOPICS.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title()}</a>
              </li>
            ))}
            <li>
              <a href="#contact">{m.site_help_contact()}</a>
            </li>
          </ul>
        </nav>
        <div>
          {HELP_TOPICS.map(({ id, title, items }) => (
            <section key={id} id={id} className={classes.topic}>
              <h2 className={classes.topicTitle}>{title()}</h2>
              {items.map(({ question, answer }) => (
                <div key={question()}>
                  <h3 className={classes.question}>{question()}</h3>
                  <p className={classes.answer}>{answer()}</p>
                </div>
              ))}
            </section>
          ))}
          <section id="contact" className={classes.topic}>
            <h2 className={classes.topicTitle}>{m.site_help_contact()}</h2>
            <p className={classes.answer}>{m.site_help_contact_text()}</p>
            <div className={classes.actions}>
              <LinkButton to="/contact">{m.site_help_contact_button()}</LinkButton>
              <LinkButton to="/faq" variant="secondary">
                {m.site_help_faq_button()}
              </LinkButton>
            </div>
          </section>
        </div>
      </div>
    </Page>
  );
}
