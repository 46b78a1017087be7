import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type BuiltInPage, type EditedPage, isText } from '#contract/pages';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { editedPageQuery } from '../queries.ts';
import { ContactEditor } from './contact-editor.tsx';
import classes from './editor.module.css';
import { EditorHeader } from './editor-header.tsx';
import { FaqEditor } from './faq-editor.tsx';
import { PAGE_WORDS } from './page-words.ts';
import { TextEditor } from './text-editor.tsx';

/** The editor of a page that every school has: loading with a save that is disabled, an error that is said, or the form. */
export function EditPage({ name }: { name: BuiltInPage }) {
  const { data, error, refetch } = useQuery(editedPageQuery(useApi(), name));
  useEffect(() => {
    if (!error) return;
    const description = PAGE_WORDS[name].loadFailed();
    toastFailure(error, { title: m.settings_load_failed(), description });
  }, [error, name]);
  if (data) return <EditorOf page={data} />;
  return (
    <>
      <EditorHeader words={PAGE_WORDS[name]} />
      {error ? (
        <ErrorState
          heading="h2"
          error={error}
          title={m.settings_load_failed()}
          text={PAGE_WORDS[name].loadFailed()}
        >
          <Button onClick={() => refetch()}>{m.shell_error_retry()}</Button>
        </ErrorState>
      ) : (
        <LoadingState inline />
      )}
      <div className={classes.end}>
        <Button size="lg" disabled>
          {m.settings_save()}
        </Button>
      </div>
    </>
  );
}

function EditorOf({ page }: { page: EditedPage }) {
  const { content } = page;
  if (isText(content)) return <TextEditor page={page} content={content} />;
  if (content.kind === 'faq') return <FaqEditor page={page} content={content} />;
  return content.kind === 'contact' ? <ContactEditor page={page} content={content} /> : null;
}
