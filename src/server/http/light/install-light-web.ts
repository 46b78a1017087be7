import { LightForm } from './light-form.ts';
import { LightHeaders } from './light-headers.ts';
import { LightRequest } from './light-request.ts';
import { LightResponse } from './light-response.ts';

const CLASSES = {
  FormData: LightForm,
  Headers: LightHeaders,
  Request: LightRequest,
  Response: LightResponse,
};

/**
 * Replaces the classes of the Fetch standard by our own. Node's come with a library that takes 12 MB, of which serving needs
 * nothing else; it is still loaded when we send a request or read a form.
 */
export function installLightWeb(): void {
  const nativeFetch = globalThis.fetch;
  // What is deleted first isn't read first, which would load the library.
  for (const name of Object.keys(CLASSES)) Reflect.deleteProperty(globalThis, name);
  for (const [name, value] of Object.entries(CLASSES)) replace(name, value);
  replace('fetch', (input: string | URL | LightRequest, init?: RequestInit) =>
    input instanceof LightRequest ? nativeFetch(input.url, initOf(input, init)) : nativeFetch(input, init),
  );
}

function replace(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: false, writable: true });
}

function initOf({ body, headers, method, redirect, signal }: LightRequest, init?: RequestInit): RequestInit {
  const own = { body, headers: [...headers], method, redirect, signal };
  return { ...own, ...(body !== null && { duplex: 'half' }), ...init };
}
