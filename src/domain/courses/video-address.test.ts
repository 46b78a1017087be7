import { expect, test } from 'vitest';
import { videoAddress } from './video-address.ts';

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10',
  'https://youtu.be/dQw4w9WgXcQ?si=x',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('%s is a film on YouTube', (address) => {
  expect(videoAddress(address)).toEqual({ provider: 'youtube', id: 'dQw4w9WgXcQ' });
});

test.each(['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?h=1'])(
  '%s is a film on Vimeo',
  (address) => {
    expect(videoAddress(address)).toEqual({ provider: 'vimeo', id: '76979871' });
  },
);

test('files and lists are told by their ending, query or not', () => {
  expect(videoAddress('https://cdn.test/a/film.MP4?x=1')).toMatchObject({ provider: 'file' });
  expect(videoAddress('https://cdn.test/live/index.m3u8')).toMatchObject({ provider: 'hls' });
  expect(videoAddress('/media/film.webm')).toEqual({ provider: 'file', src: '/media/film.webm' });
});

test.each([
  '',
  'film.mp4',
  'http://cdn.test/a.mp4',
  'javascript:alert(1)//x.mp4',
  'data:video/mp4;base64,x',
  '//evil.test/a.mp4',
  '/\\evil.test/a.mp4',
  'https://user:pw@cdn.test/a.mp4',
  'https://youtube.com/watch?v=short',
  'https://evil-youtube.com/watch?v=dQw4w9WgXcQ',
  'https://example.com/page',
])('%s is no film', (address) => {
  expect(videoAddress(address)).toBeNull();
});
