import { m } from '#web/lib/messages.ts';

/** What is wrong with a code of the app or a backup code, which may be typed in groups. */
export function judgeCode(code: string): true | string {
  return code.replace(/\s/g, '').length >= 6 || m.auth_second_short();
}
