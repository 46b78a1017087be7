import { type KeyboardEvent, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { keysText } from './keys-text.ts';
import classes from './markdown-editor.module.css';
import { WRITING_TOOLS } from './writing-tools.ts';

const TOOLS = WRITING_TOOLS.filter(({ isRare }) => !isRare);

/** What the toolbar turns on and off, besides its tools. */
export interface Switch {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

interface WritingToolbarProps {
  /** Id of the field that it works on. */
  controls: string;
  switches: readonly Switch[];
  onTool: (id: string) => void;
}

/** The buttons above a text: one stop of the Tab key, arrow keys inside. */
export function WritingToolbar({ controls, onTool, switches }: WritingToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const count = TOOLS.length + switches.length;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const right = document.dir === 'rtl' ? -1 : 1;
    const to = { ArrowRight: current + right, ArrowLeft: current - right, Home: 0, End: count - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + count) % count;
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  const shared = (index: number) => ({
    type: 'button' as const,
    className: classes.tool,
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setCurrent(index),
    // The text keeps its selection.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  });
  return (
    <div
      ref={bar}
      className={classes.toolbar}
      role="toolbar"
      aria-label={m.settings_toolbar()}
      aria-controls={controls}
      onKeyDown={move}
    >
      {TOOLS.map(({ group, icon, id, keys, letters, name }, index) => (
        <button
          key={id}
          {...shared(index)}
          aria-label={name()}
          title={keys ? `${name()} (${keysText(keys)})` : name()}
          data-tool={id}
          data-first={(index > 0 && TOOLS[index - 1]?.group !== group) || undefined}
          onClick={() => onTool(id)}
        >
          {icon ? <Icon path={icon} /> : <span aria-hidden="true">{letters}</span>}
        </button>
      ))}
      {switches.map(({ icon, id, isOn, name, onClick }, index) => (
        <button
          key={id}
          {...shared(TOOLS.length + index)}
          aria-label={name}
          title={name}
          aria-pressed={isOn}
          data-first={index === 0 || undefined}
          data-end={index === 0 || undefined}
          onClick={onClick}
        >
          <Icon path={icon} />
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
