import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embedAddress } from './embed-address.ts';
import { hostedVideo, videoAddress } from './video-address.ts';

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&list=PL1',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=x',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/live/dQw4w9WgXcQ?feature=share',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ' https://YOUTU.BE/dQw4w9WgXcQ ',
])('%s is a video on YouTube', (address) => {
  expect(videoAddress(address)).toEqual({ provider: 'youtube', id: 'dQw4w9WgXcQ' });
});

test.each([
  'https://vimeo.com/76979871',
  'https://www.vimeo.com/76979871/',
  'https://player.vimeo.com/video/76979871?h=1',
  'https://vimeo.com/channels/staffpicks/76979871',
  'https://vimeo.com/groups/motion/videos/76979871',
  'https://vimeo.com/showcase/7008490/video/76979871',
])('%s is a video on Vimeo', (address) => {
  expect(videoAddress(address)).toEqual({ provider: 'vimeo', id: '76979871' });
});

test('an unlisted video keeps the hash that opens it, and a link the second that it starts at', () => {
  const unlisted = { provider: 'vimeo', id: '76979871', hash: '8272103f6e' };
  expect(hostedVideo('https://vimeo.com/76979871/8272103f6e')).toEqual(unlisted);
  expect(hostedVideo('https://player.vimeo.com/video/76979871?h=8272103f6e')).toEqual(unlisted);
  expect(hostedVideo('https://vimeo.com/76979871#t=65s')).toMatchObject({ start: 65 });
  expect(hostedVideo('https://youtu.be/dQw4w9WgXcQ?t=90')).toMatchObject({ start: 90 });
  expect(hostedVideo('https://youtu.be/dQw4w9WgXcQ?t=1h2m3s')).toMatchObject({ start: 3723 });
  expect(hostedVideo('https://www.youtube.com/embed/dQw4w9WgXcQ?start=7')).toMatchObject({ start: 7 });
  for (const time of ['x', '-1', '0', '99999999', '1e3', '90"onload=', '']) {
    const address = `https://youtu.be/dQw4w9WgXcQ?t=${time}`;
    expect(hostedVideo(address)).toEqual({ provider: 'youtube', id: 'dQw4w9WgXcQ' });
  }
});

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
])('%s is no video', (address) => {
  expect(videoAddress(address)).toBeNull();
});

test.each([
  'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
  'https://evil.test/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.test/watch?v=dQw4w9WgXcQ',
  'https://evil.test@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://youtube.com./watch?v=dQw4w9WgXcQ',
  'https://x.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com\\@evil.test/watch?v=dQw4w9WgXcQ',
  'https://youtube.com/redirect?v=dQw4w9WgXcQ&q=https://evil.test',
  'https://youtube.com/watch?v=dQw4w9WgXc%22',
  'https://youtube.com/watch?v=../../evil1',
  'https://youtube.com/watch?v=dQw4w9WgXcQ%3Fx',
  'https://youtube.com/embed/dQw4w9WgXcQ/more',
  'https://youtube.com/embed/dQw4w9WgXcQ%2f..',
  'https://youtu.be/dQw4w9WgXcQ/x',
  'https://youtu.be//evil.test',
  'https://youtu.be/',
  'https://youtube.com/@school',
  'https://vimeo.com/76979871x',
  'https://vimeo.com/76979871/../1%22',
  'https://vimeo.com/user/76979871/evil',
  'https://vimeo.com/1234567890123',
  'https://vimeo.com',
  'ftp://youtu.be/dQw4w9WgXcQ',
  'javascript:https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ\nhttps://evil.test',
  'see https://youtu.be/dQw4w9WgXcQ',
  'youtu.be/dQw4w9WgXcQ',
])('%s embeds nothing', (address) => {
  expect(hostedVideo(address)).toBeNull();
});

test('whatever is typed, a player is on one of two hosts and is made of an id, a hash, and a second', () => {
  const heads = fc.constantFrom(
    'https://youtu.be/',
    'https://www.youtube.com/watch?v=',
    'https://youtube.com/embed/',
    'https://vimeo.com/',
    'https://player.vimeo.com/video/',
    'https://youtu.be/dQw4w9WgXcQ?t=',
    'https://vimeo.com/76979871/',
    'https://vimeo.com/76979871?h=',
    'https://vimeo.com/76979871#t=',
  );
  const tails = fc.oneof(fc.string(), fc.stringMatching(/^[\w"'<>&?#=:/.-]{0,24}$/));
  const PLAYER =
    /^https:\/\/(?:www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?autoplay=1&rel=0(?:&start=\d{1,5})?|player\.vimeo\.com\/video\/\d{1,12}\?autoplay=1&dnt=1(?:&h=[0-9a-f]{6,20})?(?:#t=\d{1,5}s)?)$/;
  fc.assert(
    fc.property(heads, tails, (head, tail) => {
      const video = hostedVideo(head + tail);
      if (video) expect(embedAddress(video)).toMatch(PLAYER);
    }),
  );
});
