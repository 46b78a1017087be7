import { accommodations } from './accommodations.ts';
import { accounts } from './accounts.ts';
import { address } from './address.ts';
import { announcements } from './announcements.ts';
import { audit } from './audit.ts';
import { banks } from './banks.ts';
import { categories } from './categories.ts';
import { certificates } from './certificates.ts';
import { comments } from './comments.ts';
import { courses } from './courses.ts';
import { dashboard } from './dashboard.ts';
import { exams } from './exams.ts';
import { grades } from './grades.ts';
import { invitations } from './invitations.ts';
import { keys } from './keys.ts';
import { learning } from './learning.ts';
import { marking } from './marking.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import { overviewProcedures as overview } from './overview.ts';
import { pages } from './pages.ts';
import { passkeys } from './passkeys.ts';
import { plans } from './plans.ts';
import { posts } from './posts.ts';
import { privacy } from './privacy.ts';
import { settings } from './settings.ts';
import { setupProcedures as setup } from './setup.ts';
import { signIns } from './sign-ins.ts';
import { site } from './site.ts';
import { support } from './support.ts';
import { users } from './users.ts';

/** The whole API. Its routes, the OpenAPI document and the access tests are all made from this object. */
export const contract = {
  accommodations,
  accounts,
  address,
  announcements,
  audit,
  banks,
  categories,
  certificates,
  comments,
  courses,
  dashboard,
  exams,
  grades,
  keys,
  invitations,
  learning,
  marking,
  messages,
  notes,
  notifications,
  overview,
  pages,
  passkeys,
  plans,
  posts,
  privacy,
  settings,
  setup,
  signIns,
  site,
  support,
  users,
};
export type Contract = typeof contract;
