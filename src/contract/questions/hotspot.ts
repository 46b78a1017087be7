import { z } from 'zod';
import { areaOf } from '#domain/exams/kinds/hotspot/regions';
import { pictureAddress } from '../picture-address.ts';
import { asked, words } from './asked.ts';

const place = {
  x: z.number('must be a number').min(0, 'must not be negative'),
  y: z.number('must be a number').min(0, 'must not be negative'),
};
const side = z.number('must be a number').min(1, 'must be 1 or more');
const region = z.discriminatedUnion('shape', [
  z.strictObject({ shape: z.literal('rectangle'), ...place, width: side, height: side }),
  z.strictObject({ shape: z.literal('circle'), ...place, radius: side }),
  z.strictObject({
    shape: z.literal('polygon'),
    points: z
      .array(z.strictObject(place))
      .min(3, 'must have at least three corners')
      .max(100, 'must have 100 corners or fewer')
      .refine((points) => areaOf(points) >= 2, 'must enclose an area'),
  }),
]);
const pixels = z
  .int('must be a whole number')
  .min(16, 'must be 16 pixels or more')
  .max(10_000, 'must be 10000 pixels or fewer');

const PICTURE_FILE = /^(?:[\w-]+\/){0,5}[\w-]+\.(?:svg|png|jpe?g|webp|gif|avif)$/;

export const hotspotForm = z.strictObject({
  ...asked,
  kind: z.literal('hotspot'),
  picture: z.strictObject({
    /** The name of a picture beside the file of the exam, or an address. */
    src: z.union(
      [z.string().regex(PICTURE_FILE), pictureAddress],
      'must be a URL, or the name of a picture in the same folder',
    ),
    alt: words,
    width: pixels,
    height: pixels,
  }),
  regions: z.array(region).min(1, 'must have at least one area').max(20, 'must have 20 areas or fewer'),
  spots: z
    .array(z.strictObject({ text: words, ...place }))
    .max(40, 'must have 40 named points or fewer')
    .refine(
      (all) => new Set(all.map(({ text }) => text)).size === all.length,
      'two named points have the same name',
    )
    .default([]),
});
