import { useEffect, useRef, useState } from 'react';
import { type Clocks, hasSlept } from '#domain/exams/attempts/has-slept';
import { m } from '#web/lib/messages.ts';
import classes from '../exams.module.css';
import { readClocks } from '../queries.ts';

interface TimeLeftProps {
  deadlineAt: string;
  /** What the server's clock said when the attempt was read. */
  now: string;
  /** What the clocks of this device said when the server was asked. */
  askedAt: Clocks;
  /** Called again while nothing came of it. */
  onOver: () => void;
  /** The clocks of this device went apart, as they do while it sleeps: what is shown may be wrong. */
  onDoubt: () => void;
}

/** What is in doubt, or over, is asked again after this long, in ms, while no answer came. */
const AGAIN_MS = 5000;

/**
 * Counts down to the server's deadline. The calendar of this device, which may be wrong or be changed, never says how much
 * time is left; it only tells that the device slept.
 */
export function TimeLeft({ askedAt, deadlineAt, now, onDoubt, onOver }: TimeLeftProps) {
  const [left, setLeft] = useState(() => Date.parse(deadlineAt) - Date.parse(now));
  const ended = useRef({ deadlineAt, asked: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const total = Date.parse(deadlineAt) - Date.parse(now);
    let asked = Number.NEGATIVE_INFINITY;
    const look = () => {
      const clocks = readClocks();
      const rest = total - (clocks.running - askedAt.running);
      setLeft(rest);
      if (hasSlept(askedAt, clocks) && clocks.running - asked > AGAIN_MS) {
        asked = clocks.running;
        onDoubt();
      }
      // Another deadline ends anew. A reply that the attempt is still open begins no other count.
      if (ended.current.deadlineAt !== deadlineAt)
        ended.current = { deadlineAt, asked: Number.NEGATIVE_INFINITY };
      if (rest <= 0 && clocks.running - ended.current.asked > AGAIN_MS) {
        ended.current.asked = clocks.running;
        onOver();
      }
    };
    const timer = setInterval(look, 1000);
    // After opening the lid a candidate looks at once: the next second may be a while.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [askedAt, deadlineAt, now, onDoubt, onOver]);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return (
    <>
      <span className={classes.time} role="timer" data-short={seconds <= 300 || undefined}>
        {m.exams_left({ time: asClock(seconds) })}
      </span>
      {/* Screen readers never read a timer out by themselves. */}
      <span className="sr-only" role="status">
        {shortWords(seconds)}
      </span>
      {seconds === 0 && (
        <span className="sr-only" role="alert">
          {m.exams_time_up()}
        </span>
      )}
    </>
  );
}

/** Changes only where little time is left: what changed is read out. */
function shortWords(seconds: number): string | null {
  const minutes = [1, 5].find((each) => seconds <= each * 60);
  return minutes === undefined || seconds === 0 ? null : m.exams_left_less({ minutes });
}

function asClock(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':');
}
