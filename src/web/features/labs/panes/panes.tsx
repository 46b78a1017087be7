import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { keep, readKept } from '#web/lib/saving/kept.ts';
import { type Divider, FIRST_SIZES, LEAST, mostOf, readSizes, resize, sizeByKey } from './pane-sizes.ts';
import classes from './panes.module.css';

export const PANES = ['instructions', 'code', 'results'] as const;
export type Pane = (typeof PANES)[number];

/** How wide somebody wants the parts is of the device. */
const KEPT = 'lectern.lab-panes';

interface PanesProps {
  /** The one that is seen where there is room for one only. */
  shown: Pane;
  onShow: (pane: Pane) => void;
  instructions: ReactNode;
  code: ReactNode;
  results: ReactNode;
}

const WORDS: Record<Pane, () => string> = {
  instructions: m.labs_instructions,
  code: m.labs_code,
  results: m.labs_results,
};

/** Instructions, code and results side by side with dividers that move; one behind the other on a small screen. */
export function Panes({ onShow, shown, ...parts }: PanesProps) {
  const base = useId();
  const [sizes, setSizes] = useState(() => readSizes(readKept(KEPT)));
  const move = (divider: Divider, size: number) => {
    const next = resize(sizes, divider, size);
    setSizes(next);
    keep(KEPT, JSON.stringify(next));
  };
  const style = { '--start': `${sizes.start}fr`, '--code': `${100 - sizes.start - sizes.end}fr` };
  const pane = (name: Pane) => (
    <section
      id={`${base}-${name}`}
      className={classes.pane}
      data-pane={name}
      data-shown={shown === name || undefined}
      aria-label={WORDS[name]()}
      // Text alone that scrolls must be reachable by keyboard; the editor is by itself.
      tabIndex={name === 'code' ? undefined : 0}
    >
      {parts[name]}
    </section>
  );
  const divider = (side: Divider, label: string) => (
    <PaneDivider
      side={side}
      label={label}
      controls={`${base}-${side === 'start' ? 'instructions' : 'results'}`}
      size={sizes[side]}
      most={mostOf(sizes[side === 'start' ? 'end' : 'start'])}
      onMove={(size) => move(side, size)}
    />
  );
  return (
    <>
      <Tabs base={base} shown={shown} onShow={onShow} />
      <div className={classes.panes} style={{ ...style, '--end': `${sizes.end}fr` } as object}>
        {pane('instructions')}
        {divider('start', m.labs_divider_instructions())}
        {pane('code')}
        {divider('end', m.labs_divider_results())}
        {pane('results')}
      </div>
    </>
  );
}

function Tabs({ base, onShow, shown }: { base: string } & Pick<PanesProps, 'onShow' | 'shown'>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const turned = document.dir === 'rtl' ? -step : step;
    const next = PANES.at((PANES.indexOf(shown) + turned) % PANES.length);
    if (!next) return;
    onShow(next);
    document.getElementById(`${base}-tab-${next}`)?.focus();
  };
  return (
    <div className={classes.tabs} role="tablist" aria-label={m.labs_panels()} onKeyDown={onKeyDown}>
      {PANES.map((name) => (
        <button
          key={name}
          id={`${base}-tab-${name}`}
          type="button"
          role="tab"
          aria-selected={shown === name}
          aria-controls={`${base}-${name}`}
          tabIndex={shown === name ? 0 : -1}
          onClick={() => onShow(name)}
        >
          {WORDS[name]()}
        </button>
      ))}
    </div>
  );
}

interface PaneDividerProps {
  side: Divider;
  label: string;
  controls: string;
  size: number;
  most: number;
  onMove: (size: number) => void;
}

function PaneDivider({ controls, label, most, onMove, side, size }: PaneDividerProps) {
  const line = useRef<HTMLDivElement>(null);
  /** Whether its part is at the left of it. */
  const isLeft = () => (side === 'start') !== (document.dir === 'rtl');
  const drag = (event: PointerEvent) => {
    const room = line.current?.parentElement?.getBoundingClientRect();
    if (!room || !line.current?.hasPointerCapture(event.pointerId)) return;
    const from = isLeft() ? event.clientX - room.left : room.right - event.clientX;
    onMove((from / room.width) * 100);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved.
    <div
      ref={line}
      className={classes.divider}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={Math.round(size)}
      aria-valuemin={LEAST}
      aria-valuemax={Math.round(most)}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        line.current?.setPointerCapture(event.pointerId);
        line.current?.focus();
      }}
      onPointerMove={drag}
      onDoubleClick={() => onMove(FIRST_SIZES[side])}
      onKeyDown={(event) => {
        const grows = isLeft() ? 'ArrowRight' : 'ArrowLeft';
        const next = sizeByKey(event.key, { grows, most, size });
        if (next === undefined) return;
        event.preventDefault();
        onMove(next);
      }}
    />
  );
}
