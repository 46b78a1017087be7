import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import type { Line } from './line-editor.ts';

/** The terminal's rows and its cursor. */
export class Screen {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #place: HTMLElement;
  readonly #observers: readonly { disconnect(): void }[];
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
  /** In which row of the line the cursor stands. */
  #row = 0;
  /** Whether what was printed ended with its line. */
  #isAtStart = true;

  constructor(place: HTMLElement, options: { label: string; onData: (data: string) => void }) {
    this.#place = place;
    this.#terminal = new Terminal({
      cursorBlink: false,
      fontFamily: getComputedStyle(place).fontFamily,
      fontSize: 13,
      lineHeight: 1.3,
      minimumContrastRatio: 4.5,
      scrollback: 1000,
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.open(place);
    this.#terminal.textarea?.setAttribute('aria-label', options.label);
    // Tab leads on, as everywhere in a page; nothing is completed here.
    this.#terminal.attachCustomKeyEventHandler(({ ctrlKey, key, metaKey }) => {
      const isForPage = key === 'Tab' || (key === 'Enter' && (ctrlKey || metaKey));
      return !isForPage;
    });
    this.#terminal.onData(options.onData);
    const themed = new MutationObserver(this.#paint);
    themed.observe(document.documentElement, { attributeFilter: ['data-color-scheme', 'data-accent'] });
    const sized = new ResizeObserver(() => this.#fit.fit());
    sized.observe(place);
    this.#scheme.addEventListener('change', this.#paint);
    this.#observers = [themed, sized];
    this.#paint();
    this.#fit.fit();
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** What a command printed. */
  print(text: string): void {
    if (text === '') return;
    this.#terminal.write(text.replaceAll('\n', '\r\n'));
    // `clear` ends with the cursor at the top.
    this.#isAtStart = text.endsWith('\n') || text.endsWith('\u001b[H');
  }

  /** A new line to type in. */
  prompt(prompt: string): void {
    if (!this.#isAtStart) this.#terminal.write('\r\n');
    this.#row = 0;
    this.#terminal.write(prompt);
  }

  /** Writes the line again, and puts the cursor where it is. */
  draw(prompt: string, { at, text }: Pick<Line, 'at' | 'text'>): void {
    const { cols } = this.#terminal;
    const end = prompt.length + text.length;
    const cursor = prompt.length + at;
    const up = this.#row > 0 ? `\u001b[${this.#row}A` : '';
    // At the end of a row the terminal waits; a space makes it go on.
    const next = end % cols === 0 ? ' \r' : '';
    const back = Math.floor(end / cols) - Math.floor(cursor / cols);
    const right = cursor % cols;
    this.#terminal.write(
      `\r${up}\u001b[J${prompt}${text}${next}\r${back > 0 ? `\u001b[${back}A` : ''}${right > 0 ? `\u001b[${right}C` : ''}`,
    );
    this.#row = Math.floor(cursor / cols);
    this.#isAtStart = false;
  }

  clear(): void {
    this.#row = 0;
    this.#isAtStart = true;
    this.#terminal.write('\u001b[2J\u001b[3J\u001b[H');
  }

  close(): void {
    for (const observer of this.#observers) observer.disconnect();
    this.#scheme.removeEventListener('change', this.#paint);
    this.#terminal.dispose();
  }

  /** The tokens as colors: the terminal can't read them itself. */
  readonly #paint = (): void => {
    const { backgroundColor, caretColor, color } = getComputedStyle(this.#place);
    const theme: ITheme = {
      background: backgroundColor,
      foreground: color,
      cursor: color,
      cursorAccent: backgroundColor,
      selectionBackground: caretColor,
    };
    this.#terminal.options.theme = theme;
  };
}
