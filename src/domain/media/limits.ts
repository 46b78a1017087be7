/** Of a picture as it is uploaded; what is kept of it is smaller. */
export const MAX_PICTURE_MEGABYTES = 10;
/** How long a file that nothing uses is kept. */
export const UNUSED_DAYS = 30;
