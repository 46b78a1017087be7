import type { KeyboardEvent, MouseEvent } from 'react';
import type { Focus } from '#domain/media/focus';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './focus-picker.module.css';

const STEP = 5;
const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface FocusPickerProps {
  src: string;
  width: number;
  height: number;
  /** Null: the middle. */
  focus: Focus | null;
  onChange: (focus: Focus | null) => void;
}

/** Chooses the point of a picture that stays visible where it is cropped: by a click, or by the arrow keys. */
export function FocusPicker({ focus, height, onChange, src, width }: FocusPickerProps) {
  const { x, y } = focus ?? { x: 50, y: 50 };
  const pick = ({ clientX, clientY, currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
    // A click by the keyboard is nowhere.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    onChange({ x: percent(clientX - box.left, box.width), y: percent(clientY - box.top, box.height) });
  };
  const move = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    onChange({ x: percent(x + by[0], 100), y: percent(y + by[1], 100) });
  };
  const style = { objectPosition: `${x}% ${y}%` };
  return (
    <fieldset className={classes.picker}>
      <legend>{m.media_focus()}</legend>
      <button type="button" className={classes.picture} onClick={pick} onKeyDown={move}>
        <img src={src} alt="" width={width} height={height} />
        <span className={classes.point} style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }} />
        <span className="sr-only">{m.media_focus_at({ x, y })}</span>
      </button>
      <p>{m.media_focus_help()}</p>
      <div className={classes.crops} aria-hidden="true">
        <img className={classes.wide} src={src} alt="" style={style} />
        <img className={classes.square} src={src} alt="" style={style} />
      </div>
      {focus && (
        <Button variant="quiet" size="sm" onClick={() => onChange(null)}>
          {m.media_focus_reset()}
        </Button>
      )}
      <span className="sr-only" role="status">
        {focus && m.media_focus_at({ x, y })}
      </span>
    </fieldset>
  );
}

function percent(part: number, whole: number): number {
  return Math.min(100, Math.max(0, Math.round((part / whole) * 100)));
}
