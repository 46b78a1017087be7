import { useEffect, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import classes from './exams.module.css';

interface TimeLeftProps {
  deadlineAt: string;
  /** What the server's clock said when the attempt was read. */
  now: string;
  onOver: () => void;
}

/** Counts down to the server's deadline. The clock of this device, which may be wrong or be changed, is not asked. */
export function TimeLeft({ deadlineAt, now, onOver }: TimeLeftProps) {
  const [left, setLeft] = useState(() => Date.parse(deadlineAt) - Date.parse(now));
  useEffect(() => {
    const total = Date.parse(deadlineAt) - Date.parse(now);
    const from = performance.now();
    const timer = setInterval(() => {
      const rest = total - (performance.now() - from);
      setLeft(rest);
      if (rest <= 0) onOver();
    }, 1000);
    return () => clearInterval(timer);
  }, [deadlineAt, now, onOver]);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return (
    <span className={classes.time} role="timer" data-short={seconds <= 300 || undefined}>
      {m.exams_left({ time: asClock(seconds) })}
    </span>
  );
}

function asClock(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':');
}
