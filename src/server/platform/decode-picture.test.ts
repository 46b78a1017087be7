import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePicture } from './decode-picture.ts';

test('the pixels of a picture are not kept after it was drawn', async () => {
  const picture = sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'teal' } });
  const bytes = await picture.jpeg({ progressive: true }).toBuffer();
  const drawn = await decodePicture(bytes, (one) => one.resize(200).png().toBuffer());
  expect(drawn).not.toBeNull();
  expect(sharp.cache().memory.current).toBe(0);
  expect(sharp.cache().items.current).toBe(0);
});
