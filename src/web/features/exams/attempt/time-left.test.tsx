import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TimeLeft } from './time-left.tsx';

const NOW = '2026-03-02T09:00:00.000Z';
const nothing = () => {};

/** What a screen reader is told with so many seconds left. */
function heard(seconds: number): string {
  const html = renderToStaticMarkup(
    <TimeLeft
      askedAt={{ calendar: 0, running: 0 }}
      deadlineAt={new Date(Date.parse(NOW) + seconds * 1000).toISOString()}
      now={NOW}
      onDoubt={nothing}
      onOver={nothing}
    />,
  );
  return [...html.matchAll(/role="(status|alert)">([^<]+)</g)]
    .map(([, role, words]) => `${role}: ${words}`)
    .join();
}

test('screen readers are told when little time is left, and when it is up', () => {
  const changes: [number, string][] = [];
  let last: string | null = null;
  for (let seconds = 600; seconds >= 0; seconds -= 1) {
    const now = heard(seconds);
    if (now !== last) changes.push([seconds, now]);
    last = now;
  }
  expect(changes).toEqual([
    [600, ''],
    [300, 'status: Less than 5 minutes left'],
    [60, 'status: Less than 1 minute left'],
    [0, 'alert: Time is up. Your answers can no longer be changed.'],
  ]);
});
