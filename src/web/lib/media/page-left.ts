/** Why an upload ends that goes on when its file is chosen again: whoever sent it left, or sends another one now. */
export const PAGE_LEFT = 'page left';
