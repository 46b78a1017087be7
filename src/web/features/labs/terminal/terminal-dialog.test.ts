import { expect, test, vi } from 'vitest';
import { TerminalDialog } from './terminal-dialog.ts';

/** A dialog whose shell answers commands this way; what it prints, and how to press keys. */
async function openDialog(type: (command: string) => Promise<{ out: string; folder: string }>) {
  const printed: string[] = [];
  let press: (data: string) => void = () => undefined;
  const nothing = () => undefined;
  const screen = {
    print: (text: string) => void printed.push(text),
    prompt: (text: string) => void printed.push(text),
    clear: nothing,
    close: nothing,
    draw: nothing,
    focus: nothing,
  };
  const dialog = new TerminalDialog({
    spec: { limits: { seconds: 1, runsPerHour: 1 } },
    files: () => ({}),
    makeScreen: ({ onData }) => {
      press = onData;
      return screen;
    },
    openShell: async () => ({ type, close: nothing, reset: async () => undefined, stop: nothing }),
    onText: nothing,
  });
  await vi.waitFor(() => expect(printed.at(-1)).toBe('~ $ '));
  return { dialog, printed, press: (data: string) => press(data) };
}

test('after a command that could not be run the next one is', async () => {
  const typed: string[] = [];
  const { dialog, press, printed } = await openDialog(async (command) => {
    typed.push(command);
    if (typed.length === 1) throw new Error('no worker');
    return { out: `${command} ran\n`, folder: '~/work' };
  });
  press('one\r');
  await vi.waitFor(() =>
    expect(printed.slice(-2)).toEqual(["The command couldn't be run. Try it again.\n", '~ $ ']),
  );
  press('two\r');
  await vi.waitFor(() => expect(printed.slice(-2)).toEqual(['two ran\n', '~/work $ ']));
  expect(typed).toEqual(['one', 'two']);
  dialog.close();
});

test('a shell that is ready only after the terminal was closed is closed, too', async () => {
  const nothing = () => undefined;
  const print = vi.fn();
  const screen = { print, prompt: print, clear: nothing, close: nothing, draw: nothing, focus: print };
  const close = vi.fn();
  const opened = Promise.withResolvers<{ close: () => void }>();
  const dialog = new TerminalDialog({
    spec: { limits: { seconds: 1, runsPerHour: 1 } },
    files: () => ({}),
    makeScreen: () => screen,
    openShell: async () => ({
      ...(await opened.promise),
      reset: async () => undefined,
      stop: nothing,
      type: async () => ({ out: '', folder: '~' }),
    }),
    onText: nothing,
  });
  print.mockClear();
  dialog.close();
  opened.resolve({ close });
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(print).not.toHaveBeenCalled();
});
