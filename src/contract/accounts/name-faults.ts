import type { NameFault } from '#domain/accounts/display-name';
import { m } from '../../messages/messages.js';

/** What to answer for a name that others may not read. */
export const NAME_FAULTS: Readonly<Record<NameFault, () => string>> = {
  characters: m.faults_names_must_be_one_line,
  address: m.faults_names_cant_contain_an_address,
  staff: m.faults_this_name_looks_like_staff,
};
