import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import classes from './editor.module.css';
import { LinkDialog } from './link-dialog.tsx';
import { TOOLS } from './rich-tools.ts';

/** The buttons above the rich text: one stop of the Tab key, arrow keys inside. */
export function RichToolbar({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [isLinking, setLinking] = useState(false);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      TOOLS.map(({ can, isOn }) => ({ isOn: isOn?.(now) ?? false, can: can?.(now) ?? true })),
  });
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const right = document.dir === 'rtl' ? -1 : 1;
    const to = {
      ArrowRight: current + right,
      ArrowLeft: current - right,
      Home: 0,
      End: TOOLS.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + TOOLS.length) % TOOLS.length;
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div
        ref={bar}
        className={classes.toolbar}
        role="toolbar"
        aria-label={m.settings_toolbar()}
        onKeyDown={move}
      >
        {TOOLS.map(({ icon, id, isOn, keys, label, run, text }, index) => (
          <button
            key={id}
            type="button"
            tabIndex={index === current ? 0 : -1}
            aria-label={label()}
            title={keys ? `${label()} (${keys})` : label()}
            aria-pressed={isOn ? states[index]?.isOn : undefined}
            // A disabled button would take the focus away with it.
            aria-disabled={states[index]?.can ? undefined : true}
            data-tool={id}
            onFocus={() => setCurrent(index)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (id === 'link' ? setLinking(true) : run(editor))}
          >
            {icon ? (
              <svg
                width="18"
                height="18"
                viewBox="0 0 20 20"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                <path d={icon} />
              </svg>
            ) : (
              <span aria-hidden="true">{text}</span>
            )}
          </button>
        ))}
      </div>
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}
