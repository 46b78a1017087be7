import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { PageMeta } from '#domain/site/page-meta';
import { m } from '#web/lib/messages.ts';
import classes from './meta-fields.module.css';
import { TextAreaField, TextField } from './text-field.tsx';

/** What search engines and shared links get instead of title and description; open where something is said. */
export function MetaFields() {
  const { formState, getValues, register } = useFormContext<{ meta: PageMeta }>();
  const errors = formState.errors.meta;
  const [isOpen, setOpen] = useState(() => Object.values(getValues('meta')).some((value) => value !== ''));
  return (
    <details className={classes.meta} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{m.pages_meta()}</summary>
      {isOpen && (
        <div className={classes.fields}>
          <TextField
            label={m.pages_meta_title()}
            help={m.pages_meta_title_help()}
            error={errors?.title?.message}
            {...register('meta.title')}
          />
          <TextField
            label={m.pages_share_title()}
            help={m.pages_share_title_help()}
            error={errors?.shareTitle?.message}
            {...register('meta.shareTitle')}
          />
          <TextAreaField
            label={m.pages_share_description()}
            help={m.pages_share_description_help()}
            rows={3}
            spellCheck
            error={errors?.shareDescription?.message}
            {...register('meta.shareDescription')}
          />
          <TextField
            label={m.pages_canonical()}
            help={m.pages_canonical_help()}
            type="url"
            inputMode="url"
            placeholder="https://"
            error={errors?.canonical?.message}
            {...register('meta.canonical')}
          />
        </div>
      )}
    </details>
  );
}
