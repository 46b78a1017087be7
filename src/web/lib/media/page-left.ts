/** Why an upload ends that goes on when its file is chosen again: whoever sent it left. */
export const PAGE_LEFT = 'page left';
