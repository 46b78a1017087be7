import { expect, test } from 'vitest';
import { PROBLEM_KINDS } from '#domain/health/problems';
import { problemLine, problemRemedy } from './problem-line.ts';
import { renderMail } from './render-mail.ts';

test('every problem has a line and says what to do', () => {
  for (const kind of [...PROBLEM_KINDS, 'test']) {
    const line = problemLine(kind, { subject: 'machine-1', detail: '12' });
    expect([line, problemRemedy(kind)].join(' '), kind).not.toMatch(/NaN|undefined|[{}]/);
    expect(line.length, kind).toBeGreaterThan(15);
    expect(problemRemedy(kind), kind).toMatch(/\.$/);
  }
});

test('one is one, and several are several', () => {
  const line = (kind: string, detail: string) => problemLine(kind, { subject: 'purge trash', detail });
  expect([line('mails-failed', '1'), line('mails-failed', '7')]).toEqual([
    "1 email couldn't be sent",
    "7 emails couldn't be sent",
  ]);
  expect(line('backup-old', '1')).toBe('The last backup is 1 day old');
  expect(line('chore-failing', 'no room')).toBe('The background job “purge trash” keeps failing: no room');
});

test('a kind that this version does not know is named', () => {
  expect(problemLine('constructor', { subject: 'machine-1', detail: '' })).toBe('constructor machine-1');
  expect(problemRemedy('constructor')).toBe('');
});

test('an alert says what to do, and one that is over does not', () => {
  const props = {
    kind: 'disk-low',
    subject: 'machine-1',
    detail: '900 MB free',
    link: 'http://x/admin/system',
  };
  const raised = renderMail('system-alert', { ...props, event: 'raised' }, 'Our School');
  expect([raised.subject, raised.text]).toEqual([
    'A problem at Our School',
    expect.stringMatching(/nearly full: 900 MB free[\s\S]*Free up disk space/),
  ]);
  const over = renderMail('system-alert', { ...props, event: 'over' }, 'Our School');
  expect(over.subject).toBe('Resolved: a problem at Our School');
  expect(over.text).not.toContain('Free up disk space');
});
