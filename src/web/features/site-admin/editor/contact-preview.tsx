import type { ContactContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import classes from './contact.module.css';
import editorClasses from './editor.module.css';

/** The details as the contact page shows them; what is empty is left out there as well. */
export function ContactPreview({ details }: { details: ContactContent }) {
  const { address, email, introText, phone } = details;
  const rows = [
    { label: m.settings_contact_email(), value: email },
    { label: m.settings_contact_phone(), value: phone },
    { label: m.settings_contact_address(), value: address },
  ];
  return (
    <section className={classes.preview} aria-label={m.settings_preview()}>
      <h2 className={editorClasses.paneTitle}>{m.settings_preview()}</h2>
      <p className={classes.intro}>{introText}</p>
      <dl>
        {rows
          .filter(({ value }) => value.trim() !== '')
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
