import { lazy, Suspense, useCallback } from 'react';
import { useFormContext } from 'react-hook-form';
import type { HtmlContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './editor.module.css';
import { HtmlPreview } from './html-preview.tsx';

const RichText = lazy(() => import('./rich-text.tsx').then((loaded) => ({ default: loaded.RichText })));
const ROWS = 20;

/** Rich text and HTML source of one page side by side, with what readers will see. The source is the truth. */
export function HtmlFields({ empty }: { empty: string | undefined }) {
  const { formState, register, setValue, watch } = useFormContext<HtmlContent>();
  const html = watch('html');
  const write = useCallback((next: string) => setValue('html', next, { shouldDirty: true }), [setValue]);
  return (
    <>
      <div className={classes.panes}>
        <Suspense fallback={<RichPlace />}>
          <RichText html={html} onWrite={write} />
        </Suspense>
        <TextAreaField
          label={m.settings_source()}
          help={m.settings_source_help()}
          rows={ROWS}
          spellCheck={false}
          className={classes.source}
          error={formState.errors.html?.message}
          {...register('html')}
        />
      </div>
      <HtmlPreview html={html} empty={empty} />
    </>
  );
}

/** The place of the rich text while it is loaded, so that nothing below moves. */
function RichPlace() {
  return (
    <div>
      <p className={classes.paneTitle} aria-hidden="true">
        {m.settings_rich()}
      </p>
      <div className={classes.rich}>
        <LoadingState inline />
      </div>
    </div>
  );
}
