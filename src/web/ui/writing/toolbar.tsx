import { type KeyboardEvent, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import classes from './toolbar.module.css';

/** One button of a toolbar. */
export interface ToolButton {
  readonly id: string;
  readonly name: string;
  /** As people read them: 'Ctrl+B'. */
  readonly keys?: string | undefined;
  /** The path of an icon in a box of 20 by 20, or letters. */
  readonly icon?: string | undefined;
  readonly letters?: string | undefined;
  /** Of what is turned on and off. */
  readonly isOn?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Whether a group begins with it, and whether that group stands at the end. */
  readonly begins?: 'group' | 'end' | undefined;
  readonly onClick: () => void;
}

interface ToolbarProps {
  /** Id of the field that it works on. */
  controls?: string;
  tools: readonly ToolButton[];
}

/** The buttons above a text: one stop of the Tab key, arrow keys inside. */
export function Toolbar({ controls, tools }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const right = document.dir === 'rtl' ? -1 : 1;
    const to = { ArrowRight: current + right, ArrowLeft: current - right, Home: 0, End: tools.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + tools.length) % tools.length;
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={bar}
      className={classes.toolbar}
      role="toolbar"
      aria-label={m.settings_toolbar()}
      aria-controls={controls}
      onKeyDown={move}
    >
      {tools.map(({ begins, icon, id, isDisabled, isOn, keys, letters, name, onClick }, index) => (
        <button
          key={id}
          type="button"
          className={classes.tool}
          tabIndex={index === current ? 0 : -1}
          aria-label={name}
          title={keys ? `${name} (${keys})` : name}
          aria-pressed={isOn}
          // A disabled button would take the focus away with it.
          aria-disabled={isDisabled || undefined}
          data-tool={id}
          data-begins={begins}
          onFocus={() => setCurrent(index)}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClick}
        >
          {icon ? <Icon path={icon} /> : <span aria-hidden="true">{letters}</span>}
        </button>
      ))}
    </div>
  );
}

function Icon({ path }: { path: string }) {
  return (
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
      <path d={path} />
    </svg>
  );
}
