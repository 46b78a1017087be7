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
