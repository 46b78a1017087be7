import { z } from 'zod';

/** A percentage as wholePercent of the domain makes it: one that was not rounded there does not leave the server. */
export const wholePercent = z.int().max(100);
