import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useId, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { Prose } from '#web/ui/prose.tsx';
import { TextAreaField } from '#web/ui/text-field.tsx';
import classes from './author.module.css';

interface MarkdownFieldProps
  extends Omit<ComponentProps<typeof TextAreaField>, 'value' | 'onChange' | 'aside'> {
  value: string;
  onChange: (value: string) => void;
}

const TYPING_MS = 400;

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
  const api = useApi();
  const [settled, setSettled] = useState(markdown);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(markdown), TYPING_MS);
    return () => clearTimeout(timer);
  }, [markdown]);
  const { data } = useQuery({
    queryKey: ['admin', 'preview', settled],
    queryFn: ({ signal }) => api.courses.preview({ content: settled }, { signal }),
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  if (markdown.trim() === '') return <p className={classes.hint}>{m.author_preview_empty()}</p>;
  return <Prose html={data?.html ?? ''} />;
}
