import { Event, EventTarget } from 'linkedom';

type Listener = EventListenerOrEventListenerObject;
interface Heard {
  readonly type: string;
  readonly listener: Listener;
  readonly capture: boolean;
  readonly once: boolean;
}
/** What is underneath an event: what the library keeps of it. */
interface Running {
  type: string;
  bubbles: boolean;
  cancelBubble: boolean;
  _stopImmediatePropagationFlag: boolean;
  _path: { currentTarget: EventTarget }[];
  target: EventTarget | null;
  currentTarget: EventTarget | null;
  eventPhase: number;
  defaultPrevented: boolean;
}
type Parented = EventTarget & { _getParent?: () => Parented | null };

const heard = new WeakMap<EventTarget, Heard[]>();
const compiled = new WeakMap<EventTarget, Map<string, { text: string; run: (event: unknown) => unknown }>>();
const failures: { error: unknown }[] = [];

/** What the first listener threw that nothing caught, once. */
export function takeFailure(): { error: unknown } | undefined {
  return failures.splice(0)[0];
}

/** A listener that throws, at once or later, stops no other one, as in a browser; the error is kept. */
function guarded(run: () => unknown): void {
  try {
    const result = run();
    if (result instanceof Promise) result.catch((error: unknown) => failures.push({ error }));
  } catch (error) {
    failures.push({ error });
  }
}

const captures = (options: unknown) =>
  typeof options === 'object' && options !== null
    ? (options as AddEventListenerOptions).capture === true
    : options === true;

/** `onclick="…"` in the page. */
function inlineHandler(target: EventTarget, type: string): ((event: unknown) => unknown) | undefined {
  const text = (target as Partial<Element>).getAttribute?.(`on${type}`);
  if (!text) return undefined;
  const known = compiled.get(target)?.get(type);
  if (known?.text === text) return known.run;
  const run = new Function('event', text).bind(target) as (event: unknown) => unknown;
  const all = compiled.get(target) ?? new Map();
  compiled.set(target, all.set(type, { text, run }));
  return run;
}

function callAt(event: Running, node: EventTarget, isCapturing: boolean): void {
  event.currentTarget = node;
  if (!isCapturing)
    guarded(() => {
      if (inlineHandler(node, event.type)?.(event) === false) event.defaultPrevented = true;
    });
  for (const one of [...(heard.get(node) ?? [])]) {
    if (one.type !== event.type || one.capture !== isCapturing) continue;
    if (event._stopImmediatePropagationFlag) return;
    const { listener } = one;
    if (one.once) node.removeEventListener(one.type, listener, one.capture);
    const given = event as unknown as globalThis.Event;
    guarded(() =>
      typeof listener === 'function' ? listener.call(node, given) : listener.handleEvent(given),
    );
  }
}

function pathOf(target: EventTarget): EventTarget[] {
  const path: EventTarget[] = [];
  for (let node: Parented | null | undefined = target; node; node = node._getParent?.()) path.push(node);
  return path;
}

function dispatch(target: EventTarget, event: Running): boolean {
  const path = pathOf(target);
  event.target = target;
  event._path = path.map((currentTarget) => ({ currentTarget }));
  event.eventPhase = 1;
  for (const node of path.toReversed()) {
    if (event.cancelBubble) break;
    callAt(event, node, true);
  }
  event.eventPhase = 3;
  for (const node of event.bubbles ? path : [target]) {
    if (event.cancelBubble) break;
    callAt(event, node, false);
  }
  event.currentTarget = null;
  event.eventPhase = 0;
  return !event.defaultPrevented;
}

/** Events as the standard has them: the library's own neither capture nor say in `this` whose listener is called. */
export function installEvents(): void {
  Object.assign(EventTarget.prototype, {
    addEventListener(this: EventTarget, type: string, listener: Listener | null, options?: unknown) {
      if (!listener) return;
      const own = heard.get(this) ?? [];
      heard.set(this, own);
      const capture = captures(options);
      if (own.some((one) => one.type === type && one.listener === listener && one.capture === capture))
        return;
      const once = (options as AddEventListenerOptions | undefined)?.once === true;
      own.push({ type, listener, capture, once });
    },
    removeEventListener(this: EventTarget, type: string, listener: Listener, options?: unknown) {
      const capture = captures(options);
      const own = heard.get(this) ?? [];
      const at = own.findIndex(
        (one) => one.type === type && one.listener === listener && one.capture === capture,
      );
      if (at >= 0) own.splice(at, 1);
    },
    dispatchEvent(this: EventTarget, event: Running) {
      return dispatch(this, event);
    },
  });
  Object.assign(Event.prototype, {
    preventDefault(this: { cancelable: boolean; defaultPrevented: boolean }) {
      if (this.cancelable) this.defaultPrevented = true;
    },
  });
}

/** An event of a kind with fields of its own. */
function kindOf(name: string, fields: readonly string[], base: typeof globalThis.Event = Event) {
  const made = {
    [name]: class extends base {
      constructor(type: string, init: Readonly<Record<string, unknown>> = {}) {
        super(type, init);
        for (const field of fields) Object.assign(this, { [field]: init[field] ?? null });
      }
    },
  };
  return made[name] as typeof base;
}

const UIEvent = kindOf('UIEvent', ['detail']);
const KEYS = ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'];
export const EVENTS = {
  UIEvent,
  FocusEvent: kindOf('FocusEvent', ['relatedTarget'], UIEvent),
  KeyboardEvent: kindOf('KeyboardEvent', ['key', 'code', 'repeat', ...KEYS], UIEvent),
  MouseEvent: kindOf('MouseEvent', ['button', 'clientX', 'clientY', 'relatedTarget', ...KEYS], UIEvent),
  SubmitEvent: kindOf('SubmitEvent', ['submitter']),
};

type Init = Readonly<Record<string, unknown>>;

/** Sends an event that bubbles and can be canceled, unless it is said otherwise; answers whether nobody canceled it. */
export function fire(
  target: EventTarget,
  type: string,
  init: Init = {},
  Kind: typeof Event = Event,
): boolean {
  return target.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...init }));
}
