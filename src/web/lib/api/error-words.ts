import { m } from '../messages.ts';

export interface Words {
  readonly title: () => string;
  readonly description: () => string;
}

export const SIGN_IN: Words = {
  title: m.errors_sign_in_required_title,
  description: m.errors_sign_in_required_description,
};

/** Of what is not here, or whose own words only the pages have where it happens. */
export const NOT_HERE: Words = {
  title: m.errors_not_found_title,
  description: m.errors_not_found_description,
};

/** What only the pages of billing, and reviews, have words for. */
export const TOLD_BY_BILLING = {
  REVIEW_NOT_FOUND: NOT_HERE,
  REVIEW_HIDDEN: NOT_HERE,
  REVIEWS_OFF: NOT_HERE,
  SECTION_REQUIRED: NOT_HERE,
  TEAM_NOT_FOUND: NOT_HERE,
  TEAM_FULL: NOT_HERE,
  TEAM_OWNED: NOT_HERE,
  SEATS_REDUCED: NOT_HERE,
  PLAN_SCHEDULED: NOT_HERE,
  WRONG_MAILBOX: NOT_HERE,
  PLAN_IN_USE: NOT_HERE,
  PLAN_SOLD: NOT_HERE,
  REFUND_RUNNING: NOT_HERE,
  GIFT_NOT_FOUND: NOT_HERE,
  TRANSFERS_OFF: NOT_HERE,
  TRANSFER_NOT_FOUND: NOT_HERE,
  TRANSFER_CLOSED: NOT_HERE,
  TRANSFER_PENDING: NOT_HERE,
  INVOICE_NUMBER_TAKEN: NOT_HERE,
} as const;
