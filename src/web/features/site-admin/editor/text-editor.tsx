import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type EditedPage, type HtmlContent, type TextContent, textContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './editor.module.css';
import { EditorFrame } from './editor-frame.tsx';
import { HtmlFields } from './html-fields.tsx';
import { PaymentDraft } from './payment-draft.tsx';
import { ToMarkdown } from './to-markdown.tsx';

const MarkdownFields = lazy(() =>
  import('./markdown-fields.tsx').then((loaded) => ({ default: loaded.MarkdownFields })),
);
const EMPTY: HtmlContent = { kind: 'html', html: '' };

/** A page of text: in HTML until somebody chooses Markdown. What is chosen is saved with the text. */
export function TextEditor({ content, page }: { page: EditedPage; content: TextContent }) {
  const form = useForm<TextContent>({
    resolver: standardSchemaResolver(textContent),
    defaultValues: content,
  });
  const [isAsking, setAsking] = useState(false);
  const [before, setBefore] = useState<HtmlContent>();
  const mine = form.watch();
  const write = (next: TextContent) => form.reset(next, { keepDefaultValues: true });
  const convert = (markdown: string) => {
    if (mine.kind === 'html') setBefore(mine);
    setAsking(false);
    write({ kind: 'markdown', markdown });
  };
  const html = before ?? (content.kind === 'html' ? content : undefined);
  return (
    <EditorFrame<TextContent> page={page} form={form} empty={EMPTY}>
      <PaymentDraft name={page.name} content={mine} onInsert={write} />
      {mine.kind === 'html' && (
        <div className={classes.format}>
          <p>{m.settings_format_html()}</p>
          <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
            {m.settings_to_markdown()}
          </Button>
        </div>
      )}
      {mine.kind === 'markdown' && content.kind === 'html' && (
        <div className={classes.format}>
          <p>{m.settings_format_unsaved()}</p>
          {html && (
            <Button size="sm" variant="secondary" onClick={() => write(html)}>
              {m.settings_to_html()}
            </Button>
          )}
        </div>
      )}
      {mine.kind === 'html' ? (
        <HtmlFields empty={page.name === 'about_us' ? m.settings_preview_about() : undefined} />
      ) : (
        <Suspense fallback={<LoadingState inline />}>
          <MarkdownFields />
        </Suspense>
      )}
      {isAsking && mine.kind === 'html' && (
        <ToMarkdown html={mine.html} onClose={() => setAsking(false)} onConvert={convert} />
      )}
    </EditorFrame>
  );
}
