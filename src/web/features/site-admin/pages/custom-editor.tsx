import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ReactNode } from 'react';
import { type Resolver, useController, useForm, useFormContext } from 'react-hook-form';
import { type CustomContent, customContent, type EditedPage } from '#contract/pages';
import { NO_META } from '#domain/site/page-meta';
import { m } from '#web/lib/messages.ts';
import { MarkdownEditor } from '#web/ui/writing/markdown-editor.tsx';
import { TitleField } from '#web/ui/writing/title-field.tsx';
import { useTitleSlug } from '#web/ui/writing/use-title-slug.ts';
import { EditorFrame } from '../editor/editor-frame.tsx';
import classes from './custom-editor.module.css';
import { CustomSettings } from './custom-settings.tsx';

const EMPTY: CustomContent = {
  kind: 'custom',
  title: '',
  slug: '',
  description: '',
  markdown: '',
  meta: NO_META,
};

/** What a page is called before its first save. */
export const NEW_PAGE: EditedPage = {
  name: 'new-page',
  version: 0,
  content: EMPTY,
  state: null,
  publishedAt: null,
  publishAt: null,
  savedAt: null,
  savedBy: null,
};

interface CustomEditorProps {
  page: EditedPage;
  content: CustomContent;
  /** Told the id after the first save, by who is still on the page. */
  onCreated?: (id: string) => void;
}

/** The editor of a page that the school added: title and text, and what belongs to it at the side. */
export function CustomEditor({ content, onCreated, page }: CustomEditorProps) {
  const form = useForm<CustomContent>({
    resolver: standardSchemaResolver(customContent) as Resolver<CustomContent>,
    defaultValues: content,
  });
  return (
    <EditorFrame<CustomContent> page={page} form={form} empty={EMPTY} onCreated={onCreated}>
      {({ version }) => (
        <Parts side={<CustomSettings />}>
          <PageTitle isNew={version === 0} />
          <PageText />
        </Parts>
      )}
    </EditorFrame>
  );
}

function Parts({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.parts}>
      <div className={classes.part}>{children}</div>
      {side}
    </div>
  );
}

/** While a page is new its address follows its title until somebody writes it. */
function PageTitle({ isNew }: { isNew: boolean }) {
  const { formState, register } = useFormContext<CustomContent>();
  const follow = useTitleSlug(isNew);
  return (
    <TitleField
      label={m.pages_page_title()}
      placeholder={m.pages_page_title()}
      autoFocus={isNew}
      error={formState.errors.title?.message}
      {...register('title', {
        // A title is one line, however long.
        setValueAs: (title: string) => title.replace(/\s*\n\s*/g, ' '),
        onChange: (event) => follow(event.target.value),
      })}
    />
  );
}

function PageText() {
  const { field, fieldState } = useController<CustomContent, 'markdown'>({ name: 'markdown' });
  return (
    <MarkdownEditor
      ref={field.ref}
      label={m.pages_page_content()}
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      runs
      size="lg"
    />
  );
}
