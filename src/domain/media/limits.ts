/** Of a picture as it is uploaded; what is kept of it is smaller. */
export const MAX_PICTURE_MEGABYTES = 10;
/** Of any other file; it is sent in one piece, and held in memory meanwhile. */
export const MAX_FILE_MEGABYTES = 25;
/** How long a file that nothing uses is kept. */
export const UNUSED_DAYS = 30;
/** Of a file that arrives in pieces: video, audio, archives. */
export const MAX_LARGE_GIGABYTES = 5;
/** A file above this is sent in pieces of this size, so that a lost connection costs at most one of them. */
export const PIECE_BYTES = 8 * 1024 * 1024;
