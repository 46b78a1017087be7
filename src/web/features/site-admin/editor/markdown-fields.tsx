import { useController } from 'react-hook-form';
import type { MarkdownContent } from '#contract/pages';
import { m } from '#web/lib/messages.ts';
import { MarkdownEditor } from '#web/ui/writing/markdown-editor.tsx';

/** The text of a page in Markdown, with the editor that lessons have. */
export function MarkdownFields() {
  const { field, fieldState } = useController<MarkdownContent, 'markdown'>({ name: 'markdown' });
  return (
    <MarkdownEditor
      ref={field.ref}
      label={m.settings_markdown()}
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      size="lg"
    />
  );
}
