import { shuffled } from '../../scramble.ts';
import { asList } from '../choice-id.ts';
import { type Asked, type Kind, NO_PARTS } from '../kind.ts';
import { isInside, middleOf, type Point, type Region } from './regions.ts';

export interface HotspotQuestion extends Asked {
  readonly kind: 'hotspot';
  readonly picture: {
    /** An address, or the name of a file of the course folder. */
    readonly src: string;
    /** What is seen, for those who do not see it; reveals nothing of the key. */
    readonly alt: string;
    readonly width: number;
    readonly height: number;
  };
  /** What is to be pointed at, each once; key. */
  readonly regions: readonly Region[];
  /** Places that can be pointed at by their name as well, right ones and wrong ones. */
  readonly spots: readonly { readonly text: string; readonly x: number; readonly y: number }[];
}

/** Places of a picture. A point beside all of them takes back what a right one gave, never below nothing. */
export const hotspot: Kind<HotspotQuestion> = {
  empty: (head) => ({
    ...head,
    kind: 'hotspot',
    picture: { src: '', alt: '', width: 640, height: 360 },
    regions: [{ shape: 'rectangle', x: 0, y: 0, width: 80, height: 80 }],
    spots: [],
  }),
  distinct: ({ spots }) => [spots.map(({ text }) => text)],
  grade: ({ regions }, answer) => {
    const points = asList(answer).slice(0, regions.length).flatMap(readPoint);
    const hits = regions.filter((region) => points.some((point) => isInside(region, point))).length;
    const misses = points.filter((point) => !regions.some((region) => isInside(region, point))).length;
    return Math.max(0, hits - misses) / regions.length;
  },
  toPaper: ({ id, picture, regions, spots }, seed) => {
    const names = new Map(spots.map(({ text, ...point }) => [text, writePoint(point)]));
    const choices = shuffled([...names.keys()], seed + id).map((text) => ({
      id: names.get(text) ?? '',
      text,
    }));
    return { ...NO_PARTS, choices, picture: { ...picture, points: regions.length } };
  },
  toKey: ({ regions }) => regions.map((region) => writePoint(middleOf(region))),
};

/** A point as an answer holds it. */
export function writePoint({ x, y }: Point): string {
  return `${x},${y}`;
}

/** The point of an answer; nothing for what is none. */
export function readPoint(given: string): Point[] {
  const [x = '', y = '', ...rest] = given.split(',');
  const isPoint =
    rest.length === 0 && [x, y].every((part) => part.trim() !== '' && Number.isFinite(Number(part)));
  return isPoint ? [{ x: Number(x), y: Number(y) }] : [];
}
