/** The part of hls.js for streams without sound or subtitles of their own; the package describes only the whole. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
