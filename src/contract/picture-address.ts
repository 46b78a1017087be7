import { z } from 'zod';
import { m } from '../messages/messages.js';
import { says } from './says.ts';
import { isWebAddress } from './web-address.ts';

/** An absolute web address, or a path on this site such as /media/….svg. */
export const pictureAddress = z
  .string()
  .trim()
  .max(2000, says(m.faults_must_be_a_valid_url))
  .refine(
    (value) => isWebAddress(value) || /^\/(?![/\\])\S*$/.test(value),
    says(m.faults_must_be_a_valid_url),
  );
