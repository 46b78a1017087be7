import { createHmac, timingSafeEqual } from 'node:crypto';
import { readAuthSecret } from '#server/platform/read-auth-secret';
import type { Services } from '#server/services';

const DAY_MS = 24 * 3600 * 1000;
/** A signature holds until the end of the day after it was made (UTC): 24 to 48 hours. */
const DAYS = 2;

const SIGNATURE = /^([a-z0-9]{1,8})\.([\w-]{1,64})$/;

type Signing = Pick<Services, 'clock' | 'config'>;

/** The day by UTC that signatures are made of; what holds signatures is not kept beyond it. */
export function signingDay({ clock }: Pick<Services, 'clock'>): number {
  return Math.floor(clock.now().getTime() / DAY_MS);
}

/**
 * What goes behind the address of a file: until when it holds, and that this school said so. The same all day long. `like`:
 * it holds as long as that signature, which is good.
 */
export function mediaSignature(services: Signing, file: string, like?: string): string {
  const until = like === undefined ? signingDay(services) + DAYS : dayOf(like);
  return `${until.toString(36)}.${codeOf(services, file, until).toString('base64url')}`;
}

/** Whether a signature is of this school, for this file, and holds now. */
export function isMediaSignature(services: Signing, file: string, signature: string): boolean {
  const [, code = ''] = SIGNATURE.exec(signature)?.slice(1) ?? [];
  const until = dayOf(signature);
  const today = signingDay(services);
  if (!(until > today && until <= today + DAYS)) return false;
  const given = Buffer.from(code, 'base64url');
  const right = codeOf(services, file, until);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Until which day it says that it holds. */
function dayOf(signature: string): number {
  return Number.parseInt(SIGNATURE.exec(signature)?.[1] ?? '', 36);
}

function codeOf({ config }: Signing, file: string, until: number): Buffer {
  // A key of its own: what is signed here is never a cookie.
  const key = createHmac('sha256', readAuthSecret(config.dataDir)).update('lectern media').digest();
  return createHmac('sha256', key).update(`${file} ${until}`).digest();
}
