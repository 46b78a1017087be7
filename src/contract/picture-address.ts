import { z } from 'zod';
import { isWebAddress } from './web-address.ts';

/** An absolute web address, or a path on this site such as /media/….svg. */
export const pictureAddress = z
  .string()
  .trim()
  .max(2000, 'Must be a valid URL')
  .refine((value) => isWebAddress(value) || /^\/(?![/\\])\S*$/.test(value), 'Must be a valid URL');
