/** What is used of it, in the types of the standard; its own are of another library. */
declare module 'linkedom' {
  export const EventTarget: typeof globalThis.EventTarget;
  export const Event: typeof globalThis.Event;
  export const HTMLElement: typeof globalThis.HTMLElement;
  export const HTMLFormElement: typeof globalThis.HTMLFormElement;
  export const HTMLInputElement: typeof globalThis.HTMLInputElement;
  export const HTMLLabelElement: typeof globalThis.HTMLLabelElement;
  export const HTMLOptionElement: typeof globalThis.HTMLOptionElement;
  export const HTMLSelectElement: typeof globalThis.HTMLSelectElement;
  export const HTMLTextAreaElement: typeof globalThis.HTMLTextAreaElement;
  export function parseHTML(html: string): Window & typeof globalThis;
}
/** Which class an element of a name has; a file of the library, which the build finds. */
declare module 'linkedom/classes' {
  export function registerHTMLClass(tags: readonly string[], made: unknown): void;
}
