import { expect, test } from 'vitest';
import { playableAs } from './playable.ts';

test('a file is played as what its ending says', () => {
  expect(['a.mp4', '/media/1.WEBM', 'a.mp3', 'a.b.ogg'].map(playableAs)).toEqual([
    'video',
    'video',
    'audio',
    'audio',
  ]);
  expect(['a.pdf', 'mp4', '', 'a.mp4.zip'].map(playableAs)).toEqual([null, null, null, null]);
});
