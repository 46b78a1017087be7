import sharp from 'sharp';

/** The form of a page that sends a picture: its body, and what says how to read it. */
export async function pictureForm(): Promise<{ headers: { 'content-type': string }; body: Buffer }> {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(png)], 'me.png', { type: 'image/png' }));
  const response = new Response(form);
  return {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
    body: Buffer.from(await response.arrayBuffer()),
  };
}
