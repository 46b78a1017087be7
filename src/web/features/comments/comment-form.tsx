import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { COMMENT_MAX } from '#domain/comments/limits';
import { m } from '#web/lib/messages.ts';
import { drop, keep, nameFor, readKept } from '#web/lib/saving/kept.ts';
import { useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { isEscape } from '#web/ui/fields/is-escape.ts';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './comment-form.module.css';

interface CommentFormProps {
  /** Name under which this browser keeps what is typed; left out, it is not kept. */
  draft?: string;
  initial?: string;
  label: string;
  placeholder?: string;
  submit: string;
  busy?: string;
  /** Left out: who reads may type, and is asked to sign in by `children`. Resolves to whether it was taken. */
  onSubmit: ((content: string) => Promise<boolean>) | undefined;
  onCancel?: () => void;
  autoFocus?: boolean;
  children?: ReactNode;
}

const WARN_FROM = 500;
const KIND = 'comment-draft';

/** A box for one comment. What is typed stays until the server has it. */
export function CommentForm(props: CommentFormProps) {
  const { draft, initial = '', label, placeholder, submit, busy, onSubmit, onCancel, children } = props;
  const userId = useUser()?.id ?? null;
  const [text, setText] = useState(() => (draft ? readDraft(draft, userId) : '') || initial);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (props.autoFocus) box.current?.focus();
  }, [props.autoFocus]);
  const change = (value: string) => {
    setText(value);
    setProblem(undefined);
    if (draft) keepDraft(draft, userId, value);
  };
  const send = async () => {
    if (!onSubmit || sending) return;
    const content = text.trim();
    const wrong = problemOf(content);
    setProblem(wrong);
    if (wrong) return box.current?.focus();
    setSending(true);
    const taken = await onSubmit(content);
    setSending(false);
    if (taken) change('');
    else box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    // Words that nothing keeps are dropped by the button alone.
    if (isEscape(event) && (draft || text === initial)) onCancel?.();
  };
  const left = COMMENT_MAX - text.trim().length;
  return (
    <Form
      className={classes.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      <TextAreaField
        ref={box}
        label={label}
        placeholder={placeholder}
        help={left < WARN_FROM ? m.comments_left({ count: Math.max(0, left) }) : m.comments_help()}
        error={problem}
        value={text}
        readOnly={sending}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.actions}>
        {children}
        {onCancel && (
          <Button variant="quiet" size="sm" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        )}
        {onSubmit && (
          <Button type="submit" size={onCancel ? 'sm' : 'md'} busy={sending}>
            {sending ? (busy ?? m.comments_posting()) : submit}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** What this reader typed and did not send; what was typed before signing in is theirs, too. */
function readDraft(draft: string, userId: string | null): string {
  const kept = readKept(nameFor(KIND, userId, draft)) ?? readKept(nameFor(KIND, null, draft));
  return typeof kept === 'string' ? kept : '';
}

function keepDraft(draft: string, userId: string | null, text: string): void {
  drop(nameFor(KIND, null, draft));
  const name = nameFor(KIND, userId, draft);
  if (text.trim() === '') drop(name);
  else keep(name, JSON.stringify(text));
}

/** Why a text cannot be sent (spec section 5). */
function problemOf(content: string): string | undefined {
  if (content === '') return m.comments_empty();
  return content.length > COMMENT_MAX ? m.comments_too_long({ max: COMMENT_MAX }) : undefined;
}
