import { FULFILLED_FOLDERS } from '../../access/folder-cases.ts';
import { FULFILLED_PASSKEYS } from '../../access/passkey-cases.ts';
import { FULFILLED_REVIEWS } from '../../access/review-cases.ts';
import { FULFILLED_LABS } from '../fulfilled-labs.ts';
import { FULFILLED_SHOP } from '../fulfilled-legal.ts';
import { FULFILLED_MEDIA } from '../fulfilled-media.ts';
import { FULFILLED_DRAFTS } from './drafts.ts';
import { FULFILLED_SYSTEM } from './system.ts';

/** Inputs that stand in files of their own. */
export const FULFILLED_AREAS = {
  ...FULFILLED_DRAFTS,
  ...FULFILLED_FOLDERS,
  ...FULFILLED_LABS,
  ...FULFILLED_MEDIA,
  ...FULFILLED_SHOP,
  ...FULFILLED_PASSKEYS,
  ...FULFILLED_REVIEWS,
  ...FULFILLED_SYSTEM,
};
