/**
 * Runs inside QuickJS before the learner's code, with linkedom: a document without a browser. The build makes one
 * script of it. What a learner overwrites afterwards spoils only the learner's answers.
 */
import * as library from 'linkedom';
import type { DomRead, DomStep } from '#domain/labs/lab-spec';
import { installClasses } from './classes.ts';
import { click, FormData, installControls, submit, type } from './controls.ts';
import { EVENTS, fire, installEvents, takeFailure } from './events.ts';

/** A script of the page, in the order in which they run. */
export interface PageScript {
  readonly isModule: boolean;
  /** As the page names it; otherwise `text` is the script, and begins in this line. */
  readonly src: string | null;
  readonly text: string;
  readonly line: number;
}

const BLANK = '<!doctype html><html><head></head><body></body></html>';
const SCRIPT_TYPES = ['', 'module', 'text/javascript', 'application/javascript'];
const { parseHTML, HTMLElement, HTMLFormElement } = library;
let page: Document = parseHTML(BLANK).document;
let focused: Element | null = null;

function focus(element: Element | null): void {
  const before = focused;
  if (before === element) return;
  focused = element;
  const reported = { cancelable: false };
  if (before) {
    fire(before, 'blur', { ...reported, bubbles: false }, EVENTS.FocusEvent);
    fire(before, 'focusout', reported, EVENTS.FocusEvent);
  }
  if (element) {
    fire(element, 'focus', { ...reported, bubbles: false }, EVENTS.FocusEvent);
    fire(element, 'focusin', reported, EVENTS.FocusEvent);
  }
}

/** Makes the document the one that scripts find. */
function install(html: string): void {
  const view = parseHTML(html);
  page = view.document;
  focused = null;
  Object.defineProperty(page, 'activeElement', { get: () => focused ?? page.body, configurable: true });
  Object.assign(globalThis, {
    window: view,
    self: view,
    document: page,
    addEventListener: view.addEventListener,
    removeEventListener: view.removeEventListener,
    dispatchEvent: view.dispatchEvent,
    customElements: view.customElements,
    Image: view.Image,
  });
}

function readyState(state: DocumentReadyState): void {
  Object.defineProperty(page, 'readyState', { value: state, configurable: true });
}

/** A page as it is written may leave out what every page has. */
const whole = (html: string) =>
  /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;

function lineOf(html: string, text: string): number {
  const at = html.indexOf(text);
  return at < 0 ? 1 : html.slice(0, at).split('\n').length;
}

/** Reads a page; answers its scripts, which are still to run. */
function open(html: string): string {
  install(whole(html));
  readyState('interactive');
  const scripts = [...page.querySelectorAll('script')].flatMap((script): PageScript[] => {
    const kind = (script.getAttribute('type') ?? '').toLowerCase();
    if (!SCRIPT_TYPES.includes(kind)) return [];
    const text = script.textContent ?? '';
    return [{ isModule: kind === 'module', src: script.getAttribute('src'), text, line: lineOf(html, text) }];
  });
  return JSON.stringify(scripts);
}

/** Once all scripts have run. */
function loaded(): void {
  fire(page, 'DOMContentLoaded', { cancelable: false });
  readyState('complete');
  window.dispatchEvent(new Event('load'));
  rethrow();
}

/** What nothing caught. */
function rethrow(): void {
  const failure = takeFailure();
  if (failure) throw failure.error;
}

/** A fault of the page, not of a line of its scripts. */
function fail(message: string): never {
  const error = new Error(message);
  error.stack = '';
  throw error;
}

function find(selector: string): Element {
  return page.querySelector(selector) ?? fail(`Nothing in the page matches ${selector}`);
}

function step(written: string): void {
  const asked = JSON.parse(written) as DomStep;
  if ('click' in asked) {
    const target = find(asked.click);
    if (target.matches('a[href], button, input, select, textarea, summary, [tabindex]')) focus(target);
    click(target);
  }
  if ('type' in asked) {
    const target = find(asked.type);
    focus(target);
    if (!type(target, asked.text)) fail(`${asked.type} doesn't take the text ${JSON.stringify(asked.text)}`);
  }
  if ('submit' in asked) {
    const target = find(asked.submit).closest('form');
    if (target instanceof HTMLFormElement) submit(target);
    else fail(`${asked.submit} is no form, nor in one`);
  }
  rethrow();
}

/** White space as it is seen: one space, and none at the ends. */
const seen = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

function read(selector: string, what: DomRead): unknown {
  const all = [...page.querySelectorAll(selector)];
  if (what === 'count') return all.length;
  if (what === 'texts') return all.map(seen);
  const [first] = all;
  if (!first) return null;
  if (what === 'text') return seen(first);
  if (what === 'html') return first.innerHTML.trim();
  if (what === 'value') return (first as Partial<HTMLInputElement>).value ?? null;
  return first.getAttribute(what.slice('attribute:'.length));
}

installClasses();
installEvents();
installControls();
for (const [name, value] of Object.entries({ ...library, ...EVENTS, FormData }))
  if (/^[A-Z]/.test(name))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
Object.assign(HTMLElement.prototype, {
  focus(this: Element) {
    focus(this);
  },
  blur(this: Element) {
    if (focused === this) focus(null);
  },
});
Object.assign(globalThis, {
  // biome-ignore lint/suspicious/noConsole: it is the one of the guest, which the learner reads.
  alert: (text: unknown) => console.log(text),
  requestAnimationFrame: (run: (time: number) => void) => setTimeout(() => run(Date.now()), 16),
  cancelAnimationFrame: clearTimeout,
});
install(BLANK);

export { loaded, open, read, rethrow, step };
