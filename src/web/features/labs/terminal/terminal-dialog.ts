import type { LabFiles } from '#domain/labs/lab-spec';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { m } from '#web/lib/messages.ts';
import { faultWords } from '../results/fault-words.ts';
import { EMPTY_LINE, keysOf, type Line, press } from './line-editor.ts';
import type { Screen } from './screen.ts';
import type { Typed, TypedShell } from './typed-shell.ts';

type Shell = Pick<TypedShell, 'close' | 'reset' | 'stop' | 'type'>;
type Rows = Pick<Screen, 'clear' | 'close' | 'draw' | 'focus' | 'print' | 'prompt'>;

interface DialogOptions {
  readonly spec: Pick<VisibleSpec, 'limits'>;
  readonly files: () => LabFiles;
  readonly makeScreen: (options: { label: string; onData: (data: string) => void }) => Rows;
  /** Rejects when the runtime can't be loaded, and by `signal`. */
  readonly openShell: (signal: AbortSignal) => Promise<Shell>;
  /** What a screen reader reads. */
  readonly onText: (text: string) => void;
}

const MORE = '> ';
/** Ctrl+C */
const CANCEL = '\u0003';

/** Between the keys, the screen and the shell. */
export class TerminalDialog {
  readonly #options: DialogOptions;
  readonly #screen: Rows;
  readonly #stop = new AbortController();
  #runtime: Shell | undefined;
  #line: Line = EMPTY_LINE;
  /** The lines of a command that goes on. */
  #unfinished = '';
  #folder = '~';
  /** Keys wait while a command runs. */
  #waiting: string[] = [];
  #isBusy = true;
  #isRunning = false;

  constructor(options: DialogOptions) {
    this.#options = options;
    this.#screen = options.makeScreen({
      label: m.labs_terminal_input(),
      onData: (data) => {
        if (data === CANCEL && this.#isRunning) this.#stopCommand();
        else this.#waiting.push(...keysOf(data));
        void this.#work();
      },
    });
    void this.#open();
  }

  /** The files as the lab gives them, and an empty screen. */
  async reset(): Promise<void> {
    await this.#runtime?.reset();
    this.#folder = '~';
    this.#unfinished = '';
    this.#line = { ...this.#line, text: '', at: 0 };
    this.#screen.clear();
    this.#say(m.labs_terminal_reset_done());
    this.#prompt();
    this.#screen.focus();
  }

  close(): void {
    this.#stop.abort();
    this.#runtime?.close();
    this.#screen.close();
  }

  async #open(): Promise<void> {
    const { signal } = this.#stop;
    this.#say(m.labs_terminal_starting());
    try {
      this.#runtime = await this.#options.openShell(signal);
    } catch {
      if (!signal.aborted) this.#say(m.labs_terminal_failed());
      return;
    }
    if (signal.aborted) {
      this.#runtime.close();
      return;
    }
    this.#isBusy = false;
    this.#prompt();
    this.#screen.focus();
    await this.#work();
  }

  get #promptText(): string {
    return this.#unfinished === '' ? `${this.#folder} $ ` : MORE;
  }

  #prompt(): void {
    this.#screen.prompt(this.#promptText);
    if (this.#line.text !== '') this.#screen.draw(this.#promptText, this.#line);
  }

  /** One key after the other, also those that were pressed meanwhile. */
  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (let key = this.#waiting.shift(); key !== undefined; key = this.#waiting.shift())
        await this.#press(key);
    } finally {
      this.#isBusy = false;
    }
  }

  async #press(key: string): Promise<void> {
    const { text } = this.#line;
    const { asks, line } = press(this.#line, key);
    this.#line = line;
    if (asks === 'clear') this.#screen.clear();
    // What follows stands below the whole line, wherever the cursor was in it.
    if (asks === 'cancel' || asks === 'enter') this.#screen.draw(this.#promptText, { text, at: text.length });
    if (asks === 'cancel') {
      this.#unfinished = '';
      this.#screen.print('^C\n');
      this.#prompt();
    } else if (asks === 'enter') {
      this.#screen.print('\n');
      await this.#enter(text);
      this.#prompt();
    } else this.#screen.draw(this.#promptText, this.#line);
  }

  async #enter(text: string): Promise<void> {
    const command = this.#unfinished + text;
    if (command.trim() === '' || !this.#runtime) return;
    this.#isRunning = true;
    const typed = await this.#runtime
      .type(command, this.#options.files())
      .catch(() => null)
      .finally(() => {
        this.#isRunning = false;
      });
    if (!typed) {
      this.#unfinished = '';
      this.#say(m.labs_terminal_broken());
      return;
    }
    if (typed.isUnfinished) {
      this.#unfinished = `${command}\n`;
      return;
    }
    this.#unfinished = '';
    this.#folder = typed.folder;
    this.#screen.print(typed.out);
    this.#options.onText(`${command}\n${typed.out}`);
    for (const words of this.#wordsOf(typed)) this.#say(words);
  }

  /** Keys that were pressed for it, or after it, are not for the next one. */
  #stopCommand(): void {
    this.#waiting = [];
    this.#runtime?.stop();
  }

  #wordsOf({ fault, isLost }: Typed): string[] {
    const { seconds } = this.#options.spec.limits;
    return [...(fault ? [faultWords(fault, seconds)] : []), ...(isLost ? [m.labs_terminal_lost()] : [])];
  }

  #say(words: string): void {
    this.#screen.print(`${words}\n`);
    this.#options.onText(words);
  }
}
