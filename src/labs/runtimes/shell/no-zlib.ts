/**
 * In place of `node:zlib`, in a page and on the server: a page has no native code, and nobody should hand it what a learner
 * wrote. `gzip`, `gunzip`, and `zcat` aren't among the commands.
 */
export const constants = {};
export const gzipSync = undefined;
export const gunzipSync = undefined;
