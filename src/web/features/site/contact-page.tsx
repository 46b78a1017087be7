import type { ContactDetails } from '#contract/site';
import { m } from '#web/lib/messages.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ContactForm } from './contact-form.tsx';
import classes from './contact-page.module.css';

/** How to reach the school, and a form that does it. */
export function ContactPage({ details }: { details: ContactDetails }) {
  const { introText, email, phone, address } = details;
  return (
    <Page>
      <div className={classes.grid}>
        <div>
          <PageHeader title={m.site_contact()} lead={introText} />
          <dl className={classes.details}>
            {email && (
              <div>
                <dt>{m.site_contact_email()}</dt>
                <dd>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              </div>
            )}
            {phone && (
              <div>
                <dt>{m.site_contact_phone()}</dt>
                <dd>
                  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
                </dd>
              </div>
            )}
            {address && (
              <div>
                <dt>{m.site_contact_address()}</dt>
                <dd>{address}</dd>
              </div>
            )}
          </dl>
        </div>
        <section className={classes.panel}>
          <h2 className={classes.title}>{m.site_contact_form()}</h2>
          <ContactForm />
        </section>
      </div>
    </Page>
  );
}
