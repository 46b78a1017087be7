import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { readPoint, writePoint } from '#domain/exams/kinds/hotspot/hotspot';
import type { Point } from '#domain/exams/kinds/hotspot/regions';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from '../exams.module.css';
import own from './hotspot.module.css';
import { HotspotPicture } from './hotspot-picture.tsx';
import type { KindProps } from './kind-props.ts';

/** How far one press of an arrow key moves the crosshair, as a part of the picture. */
const STEP = 0.01;
const LARGE_STEP = 0.1;
const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Places of a picture: by mouse or finger, by a crosshair that arrow keys move, or by name where places have names. */
export function HotspotAnswer({ disabled, labelledBy, onAnswer, question, value }: KindProps) {
  const { choices, picture } = question;
  const [cross, setCross] = useState<Point | null>(null);
  const [liveMessage, setLiveMessage] = useState('');
  const stage = useRef<HTMLButtonElement>(null);
  if (!picture) return null;
  const { height, points: most, width } = picture;
  const middle = { x: width / 2, y: height / 2 };
  const given = Array.isArray(value) ? (value as string[]) : [];
  const place = ({ x, y }: Point) =>
    m.exams_hotspot_at({ x: Math.round((100 * x) / width), y: Math.round((100 * y) / height) });
  const add = (point: string) => onAnswer([...given.filter((each) => each !== point), point].slice(-most));
  const remove = (point: string) => {
    onAnswer(given.filter((each) => each !== point));
    setLiveMessage('');
  };
  const mark = (spot: Point) => {
    const point = writePoint(spot);
    const kept = given.filter((each) => each !== point).length;
    const words = kept < most ? m.exams_hotspot_placed : m.exams_hotspot_replaced;
    add(point);
    setLiveMessage(words({ number: Math.min(kept + 1, most), place: place(spot) }));
  };
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Enter and Space click as well, without a place: then the crosshair has it.
    if (event.detail === 0) return mark(cross ?? middle);
    const box = event.currentTarget.getBoundingClientRect();
    mark({
      x: Math.round(((event.clientX - box.left) / box.width) * width),
      y: Math.round(((event.clientY - box.top) / box.height) * height),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const from = cross ?? middle;
    const to = {
      x: Math.min(width, Math.max(0, Math.round(from.x + move.x * step * width))),
      y: Math.min(height, Math.max(0, Math.round(from.y + move.y * step * height))),
    };
    setCross(to);
    setLiveMessage(place(to));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy} className={own.hotspot}>
      {/* Screen readers hand its arrow keys on. */}
      <div role="application" aria-labelledby={labelledBy}>
        <button
          ref={stage}
          type="button"
          className={own.stage}
          disabled={disabled}
          aria-label={m.exams_hotspot({ alt: picture.alt })}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <HotspotPicture picture={picture} points={given} alt="" />
          {cross && !disabled && (
            <span
              className={own.cross}
              style={{ left: `${(100 * cross.x) / width}%`, top: `${(100 * cross.y) / height}%` }}
            />
          )}
        </button>
      </div>
      <p className="sr-only" role="status">
        {liveMessage}
      </p>
      {!disabled && (
        <p className={classes.hint}>
          {most === 1 ? m.exams_hotspot_one() : m.exams_hotspot_many({ count: most })}
        </p>
      )}
      {choices.length > 0 && (
        <fieldset className={own.names} disabled={disabled}>
          <legend>{m.exams_hotspot_names()}</legend>
          {choices.map(({ html, id }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={given.includes(id)}
                onChange={(event) => (event.target.checked ? add(id) : remove(id))}
              />
              <Prose html={html} />
            </label>
          ))}
        </fieldset>
      )}
      {given.length > 0 && (
        <ul className={own.points}>
          {given.map((point, index) => (
            <li key={point}>
              {m.exams_hotspot_point({
                number: index + 1,
                place: readPoint(point).map(place).join(''),
              })}
              {!disabled && (
                <button
                  type="button"
                  aria-label={m.exams_hotspot_remove({ number: index + 1 })}
                  onClick={() => {
                    remove(point);
                    stage.current?.focus();
                  }}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
