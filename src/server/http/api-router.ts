import type { Version } from '#contract/site';
import { categoriesRoutes } from '#server/areas/categories/routes';
import { coursesRoutes } from '#server/areas/courses/routes';
import { plansRoutes } from '#server/areas/plans/routes';
import { postsRoutes } from '#server/areas/posts/routes';
import { siteRoutes } from '#server/areas/site/routes';
import { createImplementer, type GateOptions } from './implementer.ts';

/** The whole API: every procedure of the contract with its handler. */
export function apiRouter(options: GateOptions, version: Version) {
  const { services } = options;
  const os = createImplementer(options);
  return os.router({
    // What only members and administrators ask for is read when the first of them does: an idle process stays small.
    accommodations: os.accommodations.lazy(async () => {
      const { accommodationRoutes } = await import('#server/areas/exams/accommodations/accommodation-routes');
      return { default: accommodationRoutes(os, services) };
    }),
    accounts: os.accounts.lazy(async () => {
      const { accountsRoutes } = await import('#server/areas/accounts/routes');
      return { default: accountsRoutes(os, services) };
    }),
    address: os.address.lazy(async () => {
      const { addressRoutes } = await import('#server/areas/accounts/address/address-routes');
      return { default: addressRoutes(os, services) };
    }),
    announcements: os.announcements.lazy(async () => {
      const { announcementRoutes } = await import('#server/areas/announcements/routes');
      return { default: announcementRoutes(os, services) };
    }),
    audit: os.audit.lazy(async () => {
      const { auditRoutes } = await import('#server/areas/admin/audit/audit-routes');
      return { default: auditRoutes(os, services) };
    }),
    banks: os.banks.lazy(async () => {
      const { bankRoutes } = await import('#server/areas/banks/routes');
      return { default: bankRoutes(os, services) };
    }),
    bankTransfers: os.bankTransfers.lazy(async () => {
      const { bankRoutes } = await import('#server/areas/admin/billing/bank/bank-routes');
      return { default: bankRoutes(os, services) };
    }),
    billing: os.billing.lazy(async () => {
      const { billingRoutes } = await import('#server/areas/admin/billing/billing-routes');
      return { default: billingRoutes(os, services) };
    }),
    billingReports: os.billingReports.lazy(async () => {
      const { billingReportRoutes } = await import('#server/areas/admin/billing/billing-report-routes');
      return { default: billingReportRoutes(os, services) };
    }),
    authors: os.authors.lazy(async () => {
      const { authorsRoutes } = await import('#server/areas/authors/routes');
      return { default: authorsRoutes(os, services) };
    }),
    categories: categoriesRoutes(os, services),
    certificates: os.certificates.lazy(async () => {
      const { certificateRoutes } = await import('#server/areas/certificates/routes');
      return { default: certificateRoutes(os, services) };
    }),
    reviews: os.reviews.lazy(async () => {
      const { reviewsRoutes } = await import('#server/areas/reviews/routes');
      return { default: reviewsRoutes(os, services) };
    }),
    comments: os.comments.lazy(async () => {
      const { commentsRoutes } = await import('#server/areas/comments/routes');
      return { default: commentsRoutes(os, services) };
    }),
    courses: coursesRoutes(os, services),
    dashboard: os.dashboard.lazy(async () => {
      const { dashboardRoutes } = await import('#server/areas/learning/dashboard/dashboard-routes');
      return { default: dashboardRoutes(os, services) };
    }),
    exports: os.exports.lazy(async () => {
      const { exportRoutes } = await import('#server/areas/admin/exports/export-routes');
      return { default: exportRoutes(os, services) };
    }),
    drafts: os.drafts.lazy(async () => {
      const { draftRoutes } = await import('#server/areas/courses/drafts/draft-routes');
      return { default: draftRoutes(os, services) };
    }),
    exams: os.exams.lazy(async () => {
      const { examRoutes } = await import('#server/areas/exams/routes');
      return { default: examRoutes(os, services) };
    }),
    folders: os.folders.lazy(async () => {
      const { folderRoutes } = await import('#server/areas/folders/routes');
      return { default: folderRoutes(os, services) };
    }),
    grades: os.grades.lazy(async () => {
      const { gradeRoutes } = await import('#server/areas/exams/grades/grade-routes');
      return { default: gradeRoutes(os, services) };
    }),
    keys: os.keys.lazy(async () => {
      const { keyRoutes } = await import('#server/areas/accounts/keys/key-routes');
      return { default: keyRoutes(os, services) };
    }),
    health: os.health.lazy(async () => {
      const { healthRoutes } = await import('#server/areas/admin/health/health-routes');
      return { default: healthRoutes(os, services) };
    }),
    invitations: os.invitations.lazy(async () => {
      const { invitationRoutes } = await import('#server/areas/invitations/routes');
      return { default: invitationRoutes(os, services) };
    }),
    labAuthoring: os.labAuthoring.lazy(async () => {
      const { authoringRoutes } = await import('#server/areas/labs/authoring/authoring-routes');
      return { default: authoringRoutes(os, services) };
    }),
    labs: os.labs.lazy(async () => {
      const { labRoutes } = await import('#server/areas/labs/routes');
      return { default: labRoutes(os, services) };
    }),
    learning: os.learning.lazy(async () => {
      const { learningRoutes } = await import('#server/areas/learning/routes');
      return { default: learningRoutes(os, services) };
    }),
    legal: os.legal.lazy(async () => {
      const { legalRoutes } = await import('#server/areas/admin/billing/legal/legal-routes');
      return { default: legalRoutes(os, services) };
    }),
    marking: os.marking.lazy(async () => {
      const { markingRoutes } = await import('#server/areas/exams/marking/marking-routes');
      return { default: markingRoutes(os, services) };
    }),
    failedMails: os.failedMails.lazy(async () => {
      const { failedMailRoutes } = await import('#server/areas/admin/mails/failed-mail-routes');
      return { default: failedMailRoutes(os, services) };
    }),
    mailSuppressions: os.mailSuppressions.lazy(async () => {
      const { suppressionRoutes } = await import('#server/areas/admin/mails/suppressions/suppression-routes');
      return { default: suppressionRoutes(os, services) };
    }),
    media: os.media.lazy(async () => {
      const { mediaRoutes } = await import('#server/areas/media/routes');
      const { replacementRoutes } = await import('#server/areas/admin/media/replacement-routes');
      return { default: { ...mediaRoutes(os, services), ...replacementRoutes(os, services) } };
    }),
    messages: os.messages.lazy(async () => {
      const { messageRoutes } = await import('#server/areas/site/messages/message-routes');
      return { default: messageRoutes(os, services) };
    }),
    notes: os.notes.lazy(async () => {
      const { noteRoutes } = await import('#server/areas/learning/notes/note-routes');
      return { default: noteRoutes(os, services) };
    }),
    notifications: os.notifications.lazy(async () => {
      const { notificationsRoutes } = await import('#server/areas/notifications/routes');
      return { default: notificationsRoutes(os, services) };
    }),
    overview: os.overview.lazy(async () => {
      const { overviewRoutes } = await import('#server/areas/admin/overview/overview-routes');
      return { default: overviewRoutes(os, services) };
    }),
    pages: os.pages.lazy(async () => {
      const { pageRoutes } = await import('#server/areas/site/page-routes');
      return { default: pageRoutes(os, services) };
    }),
    passkeys: os.passkeys.lazy(async () => {
      const { passkeyRoutes } = await import('#server/areas/accounts/passkeys/passkey-routes');
      return { default: passkeyRoutes(os, services) };
    }),
    plans: plansRoutes(os, services),
    posts: postsRoutes(os, services),
    privacy: os.privacy.lazy(async () => {
      const { privacyRoutes } = await import('#server/areas/privacy/routes');
      return { default: privacyRoutes(os, services) };
    }),
    writing: os.writing.lazy(async () => {
      const { writingRoutes } = await import('#server/areas/courses/linking/writing-routes');
      return { default: writingRoutes(os, services) };
    }),
    publishing: os.publishing.lazy(async () => {
      const { publishingRoutes } = await import('#server/areas/courses/publishing/publishing-routes');
      return { default: publishingRoutes(os, services) };
    }),
    settings: os.settings.lazy(async () => {
      const { settingsRoutes } = await import('#server/areas/settings/routes');
      return { default: settingsRoutes(os, services) };
    }),
    setup: os.setup.lazy(async () => {
      const { setupRoutes } = await import('#server/areas/admin/overview/setup-routes');
      return { default: setupRoutes(os, services) };
    }),
    signIns: os.signIns.lazy(async () => {
      const { signInRoutes } = await import('#server/areas/sign-ins/routes');
      return { default: signInRoutes(os, services) };
    }),
    site: siteRoutes(os, services, version),
    support: os.support.lazy(async () => {
      const { supportRoutes } = await import('#server/areas/admin/support/support-routes');
      return { default: supportRoutes(os, services) };
    }),
    teams: os.teams.lazy(async () => {
      const { teamRoutes } = await import('#server/areas/admin/billing/team-routes');
      return { default: teamRoutes(os, services) };
    }),
    users: os.users.lazy(async () => {
      const { userRoutes } = await import('#server/areas/admin/users/user-routes');
      return { default: userRoutes(os, services) };
    }),
  });
}
export type ApiRouter = ReturnType<typeof apiRouter>;
