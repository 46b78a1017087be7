import { expect, test } from 'vitest';
import { sizeName, videoSizes } from './video-sizes.ts';

const namesOf = (width: number, height: number) => videoSizes({ width, height }).map(sizeName);

test('a video is offered in sizes up to its own, and up to 1080p', () => {
  expect(namesOf(1920, 1080)).toEqual(['360p', '720p', '1080p']);
  expect(namesOf(3840, 2160)).toEqual(['360p', '720p', '1080p']);
  expect(namesOf(1280, 720)).toEqual(['360p', '720p']);
  expect(namesOf(854, 480)).toEqual(['360p', '480p']);
  expect(namesOf(320, 240)).toEqual(['240p']);
});

test('a size that would hardly be smaller than the largest is left out', () => {
  expect(namesOf(696, 390)).toEqual(['390p']);
  expect(namesOf(1360, 768)).toEqual(['360p', '768p']);
});

test('a video that stands upright is measured by its width, and keeps its shape', () => {
  expect(videoSizes({ width: 1080, height: 1920 })).toEqual([
    { width: 360, height: 640 },
    { width: 720, height: 1280 },
    { width: 1080, height: 1920 },
  ]);
});

test('sides are even, and never nothing', () => {
  expect(videoSizes({ width: 641, height: 361 })).toEqual([{ width: 642, height: 362 }]);
  expect(videoSizes({ width: 5000, height: 1 })).toEqual([{ width: 5000, height: 2 }]);
});
