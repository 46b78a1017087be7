const nativeFetch = globalThis.fetch;
let found: typeof Response | undefined;

/** Node's own class, whose global name is ours now. Asking for it loads the library that it comes from. */
export async function nativeResponse(): Promise<typeof Response> {
  found ??= (await nativeFetch('data:,')).constructor as typeof Response;
  return found;
}
