import { z } from 'zod';
import { areaOf } from '#domain/exams/kinds/hotspot/regions';
import { m } from '../../messages/messages.js';
import { pictureAddress } from '../picture-address.ts';
import { says } from '../says.ts';
import { asked, words } from './asked.ts';

const place = {
  x: z.number(says(m.faults_must_be_a_number)).min(0, says(m.faults_must_not_be_negative)),
  y: z.number(says(m.faults_must_be_a_number)).min(0, says(m.faults_must_not_be_negative)),
};
const side = z.number(says(m.faults_must_be_a_number)).min(
  1,
  says(() => m.faults_must_be_or_more({ number: 1 })),
);
const region = z.discriminatedUnion('shape', [
  z.strictObject({ shape: z.literal('rectangle'), ...place, width: side, height: side }),
  z.strictObject({ shape: z.literal('circle'), ...place, radius: side }),
  z.strictObject({
    shape: z.literal('polygon'),
    points: z
      .array(z.strictObject(place))
      .min(3, says(m.faults_must_have_at_least_three_corners))
      .max(
        100,
        says(() => m.faults_must_have_corners_or_fewer({ number: 100 })),
      )
      .refine((points) => areaOf(points) >= 2, says(m.faults_must_enclose_an_area)),
  }),
]);
const pixels = z
  .int(says(m.faults_must_be_a_whole_number_2))
  .min(
    16,
    says(() => m.faults_must_be_pixels_or_more({ number: 16 })),
  )
  .max(
    10_000,
    says(() => m.faults_must_be_pixels_or_fewer({ number: 10_000 })),
  );

/** Every name that a picture can have in the library. */
const PICTURE_FILE =
  /^(?:[\p{L}\p{N}_()-][\p{L}\p{M}\p{N} ._()-]*\/){0,5}[\p{L}\p{N}_()-][\p{L}\p{M}\p{N} ._()-]*\.(?:svg|png|jpe?g|webp|gif|avif)$/iu;

export const hotspotForm = z.strictObject({
  ...asked,
  kind: z.literal('hotspot'),
  picture: z.strictObject({
    /** The name of a picture beside the file of the exam, or an address. */
    src: z.union([z.string().regex(PICTURE_FILE), pictureAddress], says(m.faults_must_be_a_url_or_the_name)),
    alt: words,
    width: pixels,
    height: pixels,
  }),
  regions: z
    .array(region)
    .min(1, says(m.faults_must_have_at_least_one_area))
    .max(
      20,
      says(() => m.faults_must_have_areas_or_fewer({ number: 20 })),
    ),
  spots: z
    .array(z.strictObject({ text: words, ...place }))
    .max(
      40,
      says(() => m.faults_must_have_named_points_or_fewer({ number: 40 })),
    )
    .refine(
      (all) => new Set(all.map(({ text }) => text)).size === all.length,
      says(m.faults_two_named_points_have_the_same_name),
    )
    .default([]),
});
