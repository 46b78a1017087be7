/**
 * The document of labs with a page (src/labs/runtimes/dom/guest), as the type checker knows it: what is there, and no
 * more. The compiler's own library names a thousand things that no lab has.
 */
export const PAGE_GLOBALS = `interface EventInit { bubbles?: boolean; cancelable?: boolean }
interface EventListenerOptions { capture?: boolean; once?: boolean; passive?: boolean }
interface Hearing { hear(event: Event): void; handleEvent(event: Event): void }
type Listener = Hearing['hear'] | Pick<Hearing, 'handleEvent'>;
declare class EventTarget {
  addEventListener(type: string, listener: Listener | null, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: Listener | null, options?: boolean | EventListenerOptions): void;
  dispatchEvent(event: Event): boolean;
}
declare class Event { constructor(type: string, init?: EventInit); readonly type: string; readonly target: EventTarget | null; readonly currentTarget: EventTarget | null; readonly bubbles: boolean; readonly cancelable: boolean; readonly defaultPrevented: boolean; preventDefault(): void; stopPropagation(): void; stopImmediatePropagation(): void }
declare class CustomEvent<T = unknown> extends Event { constructor(type: string, init?: EventInit & { detail?: T }); readonly detail: T }
declare class UIEvent extends Event { constructor(type: string, init?: EventInit & { detail?: number }); readonly detail: number }
declare class FocusEvent extends UIEvent { readonly relatedTarget: EventTarget | null }
declare class InputEvent extends Event { readonly data: string | null }
interface KeyInit extends EventInit { key?: string; code?: string; altKey?: boolean; ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean }
declare class KeyboardEvent extends UIEvent { constructor(type: string, init?: KeyInit); readonly key: string; readonly code: string; readonly repeat: boolean; readonly altKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean }
declare class MouseEvent extends UIEvent { readonly button: number; readonly clientX: number; readonly clientY: number; readonly altKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean; readonly shiftKey: boolean }
declare class SubmitEvent extends Event { readonly submitter: HTMLElement | null }
interface ElementEvents { click: MouseEvent; input: Event; change: Event; submit: SubmitEvent; reset: Event; invalid: Event; toggle: Event; keydown: KeyboardEvent; keyup: KeyboardEvent; focus: FocusEvent; blur: FocusEvent; focusin: FocusEvent; focusout: FocusEvent }
interface ListOf<T> extends Iterable<T> { readonly length: number; readonly [index: number]: T; item(index: number): T | null; forEach(run: (value: T, index: number) => void): void; entries(): IterableIterator<[number, T]>; keys(): IterableIterator<number>; values(): IterableIterator<T> }
type NodeList = ListOf<Node>;
type NodeListOf<T extends Node> = ListOf<T>;
type HTMLCollection = ListOf<Element>;
type HTMLCollectionOf<T extends Element> = ListOf<T>;
declare class Node extends EventTarget {
  readonly nodeName: string; readonly nodeType: number; textContent: string | null; readonly isConnected: boolean;
  readonly childNodes: NodeList; readonly firstChild: Node | null; readonly lastChild: Node | null; readonly nextSibling: Node | null; readonly previousSibling: Node | null; readonly parentNode: Node | null; readonly parentElement: HTMLElement | null; readonly ownerDocument: Document | null;
  appendChild<T extends Node>(node: T): T; insertBefore<T extends Node>(node: T, before: Node | null): T; removeChild<T extends Node>(node: T): T; replaceChild<T extends Node>(node: Node, old: T): T; cloneNode(deep?: boolean): Node; contains(node: Node | null): boolean; hasChildNodes(): boolean; normalize(): void;
}
interface ParentNode {
  readonly children: HTMLCollection; readonly firstElementChild: Element | null; readonly lastElementChild: Element | null; readonly childElementCount: number;
  append(...nodes: (Node | string)[]): void; prepend(...nodes: (Node | string)[]): void; replaceChildren(...nodes: (Node | string)[]): void;
  querySelector<K extends keyof HTMLElementTagNameMap>(selector: K): HTMLElementTagNameMap[K] | null; querySelector<T extends Element = Element>(selector: string): T | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selector: K): NodeListOf<HTMLElementTagNameMap[K]>; querySelectorAll<T extends Element = Element>(selector: string): NodeListOf<T>;
}
interface ChildNode { remove(): void; before(...nodes: (Node | string)[]): void; after(...nodes: (Node | string)[]): void; replaceWith(...nodes: (Node | string)[]): void }
declare class CharacterData extends Node { data: string; readonly length: number }
interface CharacterData extends ChildNode {}
declare class Text extends CharacterData {}
declare class Comment extends CharacterData {}
declare class DocumentFragment extends Node {}
interface DocumentFragment extends ParentNode { getElementById(id: string): HTMLElement | null }
interface DOMTokenList extends Iterable<string> { readonly length: number; value: string; add(...names: string[]): void; remove(...names: string[]): void; contains(name: string): boolean; toggle(name: string, on?: boolean): boolean; replace(name: string, other: string): boolean }
interface Attr { readonly name: string; value: string }
declare class Element extends Node {
  readonly tagName: string; readonly localName: string; id: string; className: string; readonly classList: DOMTokenList; innerHTML: string; outerHTML: string; readonly attributes: ListOf<Attr>;
  readonly nextElementSibling: Element | null; readonly previousElementSibling: Element | null;
  getAttribute(name: string): string | null; setAttribute(name: string, value: string): void; removeAttribute(name: string): void; hasAttribute(name: string): boolean; toggleAttribute(name: string, on?: boolean): boolean; getAttributeNames(): string[];
  matches(selector: string): boolean; closest<K extends keyof HTMLElementTagNameMap>(selector: K): HTMLElementTagNameMap[K] | null; closest<T extends Element = Element>(selector: string): T | null;
  insertAdjacentHTML(where: 'beforebegin' | 'afterbegin' | 'beforeend' | 'afterend', html: string): void; insertAdjacentElement(where: 'beforebegin' | 'afterbegin' | 'beforeend' | 'afterend', element: Element): Element | null; scrollIntoView(): void;
  getElementsByClassName(names: string): HTMLCollection; getElementsByTagName(name: string): HTMLCollection;
}
interface Element extends ParentNode, ChildNode {}
interface CSSStyleDeclaration { [property: string]: unknown; cssText: string; setProperty(name: string, value: string | null): void; getPropertyValue(name: string): string; removeProperty(name: string): string }
declare class HTMLElement extends Element {
  hidden: boolean; title: string; lang: string; dir: string; tabIndex: number; innerText: string; readonly dataset: Record<string, string | undefined>; readonly style: CSSStyleDeclaration; onclick: ((event: MouseEvent) => void) | null; oninput: ((event: Event) => void) | null; onchange: ((event: Event) => void) | null; onsubmit: ((event: SubmitEvent) => void) | null;
  click(): void; focus(): void; blur(): void;
  addEventListener<K extends keyof ElementEvents>(type: K, listener: (this: this, event: ElementEvents[K]) => void, options?: boolean | EventListenerOptions): void;
  addEventListener(type: string, listener: Listener | null, options?: boolean | EventListenerOptions): void;
}
declare class HTMLFormElement extends HTMLElement { readonly elements: HTMLFormControlsCollection; reset(): void; submit(): void; requestSubmit(submitter?: HTMLElement): void; checkValidity(): boolean }
interface HTMLFormControlsCollection extends ListOf<Element> { namedItem(name: string): Element | null }
declare class HTMLInputElement extends HTMLElement { type: string; name: string; value: string; defaultValue: string; readonly valueAsNumber: number; checked: boolean; disabled: boolean; placeholder: string; required: boolean; readOnly: boolean; readonly form: HTMLFormElement | null; select(): void }
declare class HTMLTextAreaElement extends HTMLElement { name: string; value: string; disabled: boolean; placeholder: string; readonly form: HTMLFormElement | null; select(): void }
declare class HTMLSelectElement extends HTMLElement { name: string; value: string; selectedIndex: number; disabled: boolean; readonly options: ListOf<HTMLOptionElement>; readonly selectedOptions: ListOf<HTMLOptionElement>; readonly form: HTMLFormElement | null }
declare class HTMLOptionElement extends HTMLElement { value: string; text: string; selected: boolean; disabled: boolean }
declare class HTMLButtonElement extends HTMLElement { type: string; name: string; value: string; disabled: boolean; readonly form: HTMLFormElement | null }
declare class HTMLLabelElement extends HTMLElement { htmlFor: string; readonly control: HTMLElement | null }
declare class HTMLAnchorElement extends HTMLElement { href: string }
declare class HTMLImageElement extends HTMLElement { src: string; alt: string; width: number; height: number }
declare class HTMLTemplateElement extends HTMLElement { readonly content: DocumentFragment }
declare class HTMLDetailsElement extends HTMLElement { open: boolean }
declare class HTMLUListElement extends HTMLElement {}
declare class HTMLOListElement extends HTMLElement {}
declare class HTMLLIElement extends HTMLElement {}
declare class HTMLParagraphElement extends HTMLElement {}
declare class HTMLDivElement extends HTMLElement {}
declare class HTMLSpanElement extends HTMLElement {}
declare class HTMLHeadingElement extends HTMLElement {}
declare class HTMLTableElement extends HTMLElement {}
declare class HTMLTableRowElement extends HTMLElement {}
declare class HTMLTableCellElement extends HTMLElement {}
interface HTMLElementTagNameMap { a: HTMLAnchorElement; article: HTMLElement; button: HTMLButtonElement; details: HTMLDetailsElement; div: HTMLDivElement; form: HTMLFormElement; h1: HTMLHeadingElement; h2: HTMLHeadingElement; h3: HTMLHeadingElement; h4: HTMLHeadingElement; img: HTMLImageElement; input: HTMLInputElement; label: HTMLLabelElement; li: HTMLLIElement; main: HTMLElement; nav: HTMLElement; ol: HTMLOListElement; option: HTMLOptionElement; output: HTMLElement; p: HTMLParagraphElement; section: HTMLElement; select: HTMLSelectElement; span: HTMLSpanElement; strong: HTMLElement; table: HTMLTableElement; tbody: HTMLElement; td: HTMLTableCellElement; template: HTMLTemplateElement; textarea: HTMLTextAreaElement; th: HTMLTableCellElement; time: HTMLElement; tr: HTMLTableRowElement; ul: HTMLUListElement }
declare class Document extends Node {
  readonly documentElement: HTMLElement; readonly head: HTMLElement; readonly body: HTMLElement; title: string; readonly readyState: 'loading' | 'interactive' | 'complete'; readonly activeElement: Element | null;
  createElement<K extends keyof HTMLElementTagNameMap>(name: K): HTMLElementTagNameMap[K]; createElement(name: string): HTMLElement; createTextNode(text: string): Text; createComment(text: string): Comment; createDocumentFragment(): DocumentFragment; importNode<T extends Node>(node: T, deep?: boolean): T;
  getElementById(id: string): HTMLElement | null; getElementsByClassName(names: string): HTMLCollection; getElementsByTagName(name: string): HTMLCollection;
}
interface Document extends ParentNode {}
declare class FormData { constructor(form?: HTMLFormElement, submitter?: HTMLElement | null); append(name: string, value: string): void; set(name: string, value: string): void; delete(name: string): void; get(name: string): string | null; getAll(name: string): string[]; has(name: string): boolean; forEach(run: (value: string, name: string) => void): void; keys(): IterableIterator<string>; values(): IterableIterator<string>; entries(): IterableIterator<[string, string]>; [Symbol.iterator](): IterableIterator<[string, string]> }
declare const document: Document;
declare const window: EventTarget & typeof globalThis;
declare function addEventListener(type: string, listener: Listener, options?: boolean | EventListenerOptions): void;
declare function removeEventListener(type: string, listener: Listener, options?: boolean | EventListenerOptions): void;
declare function requestAnimationFrame(run: (time: number) => void): number;
declare function cancelAnimationFrame(id: number): void;
declare function alert(text?: unknown): void;
`;
