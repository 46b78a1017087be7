import { useController } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { MarkdownEditor } from '#web/ui/writing/markdown-editor.tsx';
import type { CourseValues } from '../form-values.ts';

/** The text of a post that is one text. */
export function PostText() {
  const { field, fieldState } = useController<CourseValues, 'content.0.content'>({
    name: 'content.0.content',
  });
  return (
    <MarkdownEditor
      ref={field.ref}
      label={m.admin_section_content()}
      error={fieldState.error?.message}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      hasPreview={false}
      runs
      size="lg"
    />
  );
}
