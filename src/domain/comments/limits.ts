/** Most characters of a comment. */
export const COMMENT_MAX = 5000;
/** Most characters of the reason of a report. */
export const REPORT_MAX = 500;
