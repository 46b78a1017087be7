import { type ContactDetails, contactDetails } from '#contract/site';
import type { Services } from '#server/services';
import { selectSetting } from './sql.ts';

/** Placeholders until an administrator saves the real ones (spec section 2). */
export const SAMPLE_CONTACT_DETAILS: ContactDetails = {
  introText:
    'Have a question about a course, your account, or a subscription? Contact us. We read every message.',
  email: 'support@example.com',
  phone: '+1 (555) 123-4567',
  address: '123 Learning Street, Education City, 12345',
};

/** How to reach the school. Open to everybody. */
export async function getContactDetails({ db }: Services): Promise<ContactDetails> {
  const row = await selectSetting(db.kysely, 'contact');
  return row ? contactDetails.parse(row.value) : SAMPLE_CONTACT_DETAILS;
}
