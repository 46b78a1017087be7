/** What the language itself has, and the few of the host's that a runtime needs. All else goes. */
const KEPT = new Set(
  `globalThis Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date
  Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
  SuppressedError DisposableStack AsyncDisposableStack JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array
  Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray
  BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect
  FinalizationRegistry decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN
  WebAssembly TextDecoder TextEncoder setTimeout clearTimeout queueMicrotask URL URLSearchParams AbortController
  AbortSignal DOMException Event EventTarget Blob performance structuredClone atob btoa`.split(/\s+/),
);

/** Takes Node.js out of the realm: whoever leaves WebAssembly finds the language, and nothing that reaches outside. */
export function stripRealm(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (!KEPT.has(name)) Reflect.deleteProperty(globalThis, name);
  }
}
