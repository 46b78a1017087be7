import { cleanName, looksLikeStaff } from '#domain/accounts/display-name';
import { m } from '../messages/messages.js';

/** Properties that hold what a person calls something of their own. */
const THINGS = ['key', 'passkey'];
/** And what a person calls oneself. */
const NAMES = ['admin', 'author', 'inviter', 'name', 'person', 'sender', 'team'];
/** Mails to a mailbox that may be a stranger's: its owner did not choose the name in it. */
const TO_STRANGERS = new Set(['address-confirm', 'confirm-email', 'declaration-received']);

/** The same properties with names as a mail may carry them, whatever was allowed when they were chosen. */
export function cleanNames<Props extends object>(template: string, props: Props, school: string): Props {
  const names = Object.entries(props).flatMap(([key, value]) =>
    [...NAMES, ...THINGS].includes(key) && typeof value === 'string'
      ? [[key, inMail(key, value)] as const]
      : [],
  );
  const cleaned = Object.fromEntries(
    names.map(([key, name]) => [
      key,
      TO_STRANGERS.has(template) && looksLikeStaff(name, school) ? m.emails_nameless() : name,
    ]),
  );
  return { ...props, ...cleaned };
}

function inMail(key: string, value: string): string {
  const clean = cleanName(value);
  if (clean !== '') return clean;
  if (THINGS.includes(key)) return m.emails_unnamed();
  return key === 'name' ? m.emails_nameless() : m.emails_somebody();
}
