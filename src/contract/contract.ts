import { accounts } from './accounts/accounts.ts';
import { address } from './accounts/address.ts';
import { keys } from './accounts/keys.ts';
import { passkeys } from './accounts/passkeys.ts';
import { privacy } from './accounts/privacy.ts';
import { signIns } from './accounts/sign-ins.ts';
import { announcements } from './administration/announcements.ts';
import { audit } from './administration/audit.ts';
import { exports } from './administration/exports.ts';
import { failedMails } from './administration/failed-mails.ts';
import { health } from './administration/health.ts';
import { invitations } from './administration/invitations.ts';
import { mailSuppressions } from './administration/mail-suppressions.ts';
import { media } from './administration/media.ts';
import { messages } from './administration/messages.ts';
import { overviewProcedures as overview } from './administration/overview.ts';
import { plans } from './administration/plans.ts';
import { settings } from './administration/settings.ts';
import { setupProcedures as setup } from './administration/setup.ts';
import { support } from './administration/support.ts';
import { users } from './administration/users.ts';
import { bankTransfers } from './bank-transfers.ts';
import { billing } from './billing.ts';
import { billingReports } from './billing-reports.ts';
import { authors } from './courses/authors.ts';
import { categories } from './courses/categories.ts';
import { comments } from './courses/comments.ts';
import { courses } from './courses/courses.ts';
import { dashboard } from './courses/dashboard.ts';
import { drafts } from './courses/drafts.ts';
import { folders } from './courses/folders.ts';
import { labAuthoring } from './courses/lab-authoring.ts';
import { labs } from './courses/labs.ts';
import { learning } from './courses/learning.ts';
import { notes } from './courses/notes.ts';
import { posts } from './courses/posts.ts';
import { publishing } from './courses/publishing.ts';
import { reviews } from './courses/reviews.ts';
import { writing } from './courses/writing.ts';
import { accommodations } from './exams/accommodations.ts';
import { banks } from './exams/banks.ts';
import { certificates } from './exams/certificates.ts';
import { exams } from './exams/exams.ts';
import { grades } from './exams/grades.ts';
import { marking } from './exams/marking.ts';
import { legal } from './legal.ts';
import { notifications } from './notifications.ts';
import { pages } from './pages.ts';
import { site } from './site.ts';
import { teams } from './teams.ts';

/** The whole API. Its routes, the OpenAPI document and the access tests are all made from this object. */
export const contract = {
  accommodations,
  accounts,
  address,
  announcements,
  audit,
  bankTransfers,
  banks,
  billing,
  billingReports,
  categories,
  certificates,
  comments,
  courses,
  dashboard,
  drafts,
  exams,
  exports,
  failedMails,
  folders,
  grades,
  health,
  keys,
  invitations,
  labAuthoring,
  labs,
  learning,
  legal,
  mailSuppressions,
  marking,
  media,
  messages,
  notes,
  notifications,
  overview,
  pages,
  passkeys,
  plans,
  posts,
  authors,
  privacy,
  publishing,
  reviews,
  settings,
  setup,
  signIns,
  site,
  support,
  teams,
  users,
  writing,
};
export type Contract = typeof contract;
