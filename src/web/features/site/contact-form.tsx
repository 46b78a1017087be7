import { useState } from 'react';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { resetSent } from '#web/lib/saving/reset-sent.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Form, FormFailure } from '#web/ui/fields/form.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './contact-page.module.css';

type Faults = Readonly<Record<string, string>>;

/** All three fields are required by the browser (spec section 2); what was typed stays until it has arrived. */
export function ContactForm() {
  const api = useApi();
  const user = useUser();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [faults, setFaults] = useState<Faults>({});
  const send = async (form: HTMLFormElement) => {
    const sent = new FormData(form);
    const values = Object.fromEntries(sent) as Record<'name' | 'email' | 'message' | 'website', string>;
    setSending(true);
    setFailure(null);
    setFaults({});
    try {
      await api.site.contact(values);
      resetSent(form, sent);
      toast({ title: m.site_contact_sent(), description: m.site_contact_sent_text() });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setFaults(fields);
      if (failureCode(error) !== 'BAD_INPUT' || Object.keys(fields).length === 0) setFailure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Form
      noValidate={false}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      <TextField
        label={m.site_contact_name()}
        name="name"
        autoComplete="name"
        maxLength={200}
        defaultValue={user?.name}
        error={faults.name}
        required
      />
      <TextField
        label={m.site_contact_your_email()}
        help={m.site_contact_email_help()}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={user?.email}
        error={faults.email}
        required
      />
      <TextAreaField
        label={m.site_contact_message()}
        name="message"
        rows={6}
        maxLength={5000}
        error={faults.message}
        required
      />
      <div className={classes.trap} aria-hidden="true">
        <label>
          {m.site_contact_website()}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <FormFailure error={failure} />
      <div className={classes.end}>
        <Button type="submit" size="lg" busy={sending}>
          {sending ? m.site_contact_sending() : m.site_contact_send()}
        </Button>
      </div>
    </Form>
  );
}
