/** A signed credential as the body of a reply. */
export function toJwtReply(jwt: string, resHeaders: Headers): ReadableStream<Uint8Array> {
  resHeaders.set('content-type', 'application/vc+jwt');
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(jwt));
      controller.close();
    },
  });
}
