import { expect, test } from 'vitest';
import { fileKind } from './file-kind.ts';

test('a file is of the kind that its ending says', () => {
  expect(['svg', 'webp', 'mp4', 'webm', 'mp3', 'vtt', 'pdf', 'txt', ''].map(fileKind)).toEqual([
    'picture',
    'picture',
    'video',
    'video',
    'audio',
    'captions',
    'file',
    'file',
    'file',
  ]);
});
