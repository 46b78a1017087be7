import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { type ContactContent, contactContent, type EditedPage } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './contact.module.css';
import { ContactPreview } from './contact-preview.tsx';
import editorClasses from './editor.module.css';
import { EditorFrame } from './editor-frame.tsx';

const EMPTY: ContactContent = { kind: 'contact', introText: '', email: '', phone: '', address: '' };

/** What the contact page says beside its form, with its preview (spec section 2). */
export function ContactEditor({ content, page }: { page: EditedPage; content: ContactContent }) {
  const form = useForm<ContactContent>({
    resolver: standardSchemaResolver(contactContent),
    defaultValues: content,
  });
  const { errors } = form.formState;
  return (
    <EditorFrame page={page} form={form} empty={EMPTY}>
      <div className={editorClasses.panes}>
        <div className={classes.fields}>
          <TextAreaField
            label={m.settings_contact_intro()}
            rows={4}
            error={errors.introText?.message}
            {...form.register('introText')}
          />
          <TextField
            label={m.settings_contact_email()}
            type="email"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <TextField
            label={m.settings_contact_phone()}
            type="tel"
            error={errors.phone?.message}
            {...form.register('phone')}
          />
          <TextAreaField
            label={m.settings_contact_address()}
            rows={3}
            error={errors.address?.message}
            {...form.register('address')}
          />
        </div>
        <div>
          <ContactPreview details={form.watch()} />
          <p className={classes.note}>{m.settings_contact_note()}</p>
        </div>
      </div>
    </EditorFrame>
  );
}
