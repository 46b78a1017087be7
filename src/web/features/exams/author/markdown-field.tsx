import { type ComponentProps, useId, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useMarkdownPreview } from '#web/lib/use-markdown-preview.ts';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from './author.module.css';

interface MarkdownFieldProps
  extends Omit<ComponentProps<typeof TextAreaField>, 'value' | 'onChange' | 'aside'> {
  value: string;
  onChange: (value: string) => void;
}

/** Markdown, and on demand what a learner will see of it, made by the server as it is at save. */
export function MarkdownField({ onChange, value, ...rest }: MarkdownFieldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.markdown}>
      <TextAreaField
        {...rest}
        value={value}
        spellCheck
        onChange={(event) => onChange(event.target.value)}
        aside={
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {m.author_preview()}
          </button>
        }
      />
      <div id={id} className={classes.seen} hidden={!open}>
        {open && <Seen markdown={value} />}
      </div>
    </div>
  );
}

function Seen({ markdown }: { markdown: string }) {
  const html = useMarkdownPreview(markdown);
  if (markdown.trim() === '') return <p className={classes.hint}>{m.author_preview_empty()}</p>;
  return <Prose html={html} />;
}
