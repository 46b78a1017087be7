import { useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '../button.tsx';
import { CloseIcon } from '../close-icon.tsx';
import { drawAndFocus } from '../draw-and-focus.ts';
import { type FieldWords, FormField } from './form-field.tsx';
import { onEnter } from './on-enter.ts';
import classes from './tag-input.module.css';

interface TagInputProps extends FieldWords {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  placeholder?: string;
}

/**
 * A list of short texts: Enter or Add appends what is not empty and not there yet (spec section 5); so does leaving the
 * field, or what was typed would be lost without a word when the form is saved.
 */
export function TagInput({ value, onChange, placeholder, ...words }: TagInputProps) {
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const add = () => {
    const tag = draft.trim();
    if (tag && !value.includes(tag)) onChange([...value, tag]);
    setDraft('');
  };
  const remove = (tag: string, at: number) =>
    drawAndFocus(
      () => onChange(value.filter((other) => other !== tag)),
      () => {
        const next = list.current?.children[Math.min(at, value.length - 2)];
        return next?.querySelector('button') ?? field.current;
      },
    );
  const leave = () => {
    // A tag moves what is below it: what is being pressed stays in its place until it is let go.
    if (document.querySelector(':active'))
      window.addEventListener('mouseup', add, { capture: true, once: true });
    else add();
  };
  return (
    <FormField {...words}>
      {(control) => (
        <>
          <div className={classes.row}>
            <input
              {...control}
              ref={field}
              value={draft}
              placeholder={placeholder}
              onChange={(event) => setDraft(event.target.value)}
              onBlur={leave}
              onKeyDown={onEnter(add)}
            />
            <Button variant="secondary" onClick={add}>
              {m.ui_add()}
            </Button>
          </div>
          {value.length > 0 && (
            <ul ref={list} className={classes.tags}>
              {value.map((tag, at) => (
                <li key={tag} className={classes.tag}>
                  {tag}
                  <button
                    type="button"
                    className={classes.remove}
                    aria-label={m.ui_remove({ name: tag })}
                    onClick={() => remove(tag, at)}
                  >
                    <CloseIcon />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FormField>
  );
}
