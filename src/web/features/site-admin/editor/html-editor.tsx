import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { lazy, Suspense, useCallback } from 'react';
import { useForm } from 'react-hook-form';
import { type EditedPage, type HtmlContent, htmlContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './editor.module.css';
import { EditorFrame } from './editor-frame.tsx';
import { HtmlPreview } from './html-preview.tsx';
import { PaymentDraft } from './payment-draft.tsx';

const RichText = lazy(() => import('./rich-text.tsx').then((loaded) => ({ default: loaded.RichText })));
const ROWS = 20;
const EMPTY: HtmlContent = { kind: 'html', html: '' };

/** Rich text and HTML source of one page side by side, with what readers will see. The source is the truth. */
export function HtmlEditor({ content, page }: { page: EditedPage; content: HtmlContent }) {
  const form = useForm<HtmlContent>({
    resolver: standardSchemaResolver(htmlContent),
    defaultValues: content,
  });
  const html = form.watch('html');
  const { setValue } = form;
  const write = useCallback((next: string) => setValue('html', next, { shouldDirty: true }), [setValue]);
  return (
    <EditorFrame page={page} form={form} empty={EMPTY}>
      <PaymentDraft name={page.name} html={html} onInsert={write} />
      <div className={classes.panes}>
        <Suspense fallback={<LoadingState inline />}>
          <RichText html={html} onWrite={write} />
        </Suspense>
        <TextAreaField
          label={m.settings_source()}
          help={m.settings_source_help()}
          rows={ROWS}
          spellCheck={false}
          className={classes.source}
          error={form.formState.errors.html?.message}
          {...form.register('html')}
        />
      </div>
      <HtmlPreview html={html} empty={page.name === 'about_us' ? m.settings_preview_about() : undefined} />
    </EditorFrame>
  );
}
