/** What stands from the first plus on in "ada+news@…": a tag, which leads to the mailbox of "ada@…". Also read by SQL. */
export const ADDRESS_TAG = '\\+[^@]*@';

const tag = new RegExp(ADDRESS_TAG);

/** The mailbox that an address leads to. For counting only: not every mail server knows tags. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(tag, '@');
}
