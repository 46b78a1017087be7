import { useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type { CustomContent } from '#contract/pages';
import { customPagePath } from '#domain/site/custom-page-path';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { MetaFields } from '#web/ui/fields/meta-fields.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './custom-editor.module.css';

/** What belongs to a page besides its title and text. */
export function CustomSettings() {
  const { formState, register, watch } = useFormContext<CustomContent>();
  const { errors } = formState;
  const { publicUrl } = siteInfo(useQueryClient());
  return (
    <section className={classes.settings} aria-label={m.pages_settings()}>
      <TextField
        label={m.pages_slug()}
        help={m.pages_slug_help({ address: `${publicUrl}${customPagePath(watch('slug') || '…')}` })}
        autoComplete="off"
        spellCheck={false}
        error={errors.slug?.message}
        {...register('slug')}
      />
      <TextAreaField
        label={m.pages_description()}
        help={m.pages_description_help()}
        rows={4}
        spellCheck
        error={errors.description?.message}
        {...register('description')}
      />
      <MetaFields />
    </section>
  );
}
