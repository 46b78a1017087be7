import { randomUUID } from 'node:crypto';
import type { Member } from '#domain/access/viewer';
import { startSupport } from '#server/areas/admin/support/start-support';
import { deliverAnnouncements } from '#server/areas/announcements/deliver-announcements';
import { saveConsent } from '#server/areas/announcements/save-consent';
import { sendAnnouncement } from '#server/areas/announcements/send-announcement';
import { createBank } from '#server/areas/banks/create-bank';
import { removeBank } from '#server/areas/banks/remove-bank';
import { revokeCertificate } from '#server/areas/certificates/revoke-certificate';
import { decideReports } from '#server/areas/comments/decide-reports';
import { reportComment } from '#server/areas/comments/report-comment';
import { saveDraft } from '#server/areas/courses/drafts/save-draft';
import { createCourse } from '#server/areas/courses/editing/create-course';
import { createPreviewLink } from '#server/areas/courses/publishing/create-preview-link';
import { removeCourse } from '#server/areas/courses/trash/remove-course';
import { invitePeople } from '#server/areas/invitations/invite-people';
import { setMessageAnswered } from '#server/areas/site/messages/set-message-answered';
import { savePage } from '#server/areas/site/save-page';
import type { Caller } from '#server/services';
import type { Content } from '#tests/attack/content/content';
import { formOf } from '#tests/kit/courses';
import type { Verbs } from '#tests/kit/verbs';

/** What an administrator does to others: rows, and mails in which the administrator is named. */
export async function beStaff({ as, services }: Verbs, staff: Caller & { viewer: Member }, content: Content) {
  const { db } = services;
  const { viewer } = as('premium');
  const id = viewer.kind === 'member' ? viewer.userId : '';
  // Support begins, and a link works, only as long as who asks is one.
  const beAdministrator = async (work: () => Promise<unknown>) => {
    const role = { user_id: staff.viewer.userId, role: 'admin' } as const;
    await db.kysely.insertInto('user_roles').values(role).execute();
    await work();
    await db.kysely.deleteFrom('user_roles').where('user_id', '=', role.user_id).execute();
  };
  const support = { id, mode: 'change', reason: 'Asked for help' } as const;
  await beAdministrator(() => startSupport(services, staff, support, new Headers()));
  const people = ['friend@elsewhere.test', 'guest@elsewhere.test'];
  await invitePeople(services, staff, {
    people: people.map((email) => ({ email, tier: 'free', role: 'user' })),
  });
  // The mail server takes one of the mails later.
  await db.pool.query(
    "update mail_outbox set next_attempt_at = now() + interval '1 year' where recipient = 'guest@elsewhere.test'",
  );
  await db.pool.query(
    `insert into site_settings (name, value) values ('notifications', '{"marketing": true}')`,
  );
  services.settings.forget();
  await saveConsent(services, staff, { agreed: true });
  await saveConsent(services, as('premium'), { agreed: true });
  await sendAnnouncement(services, staff, {
    id: randomUUID(),
    subject: 'News',
    text: 'A new course.',
    tiers: ['premium'],
  });
  await deliverAnnouncements(services);
  const certificate = content.certificates.second ?? '';
  await revokeCertificate(services, staff, { id: certificate, reason: 'Somebody else took it' });
  await setMessageAnswered(services, staff, { id: content.messageId, answered: true });
  await savePage(services, staff, {
    name: 'terms',
    version: 0,
    content: { kind: 'html', html: '<p>Be kind.</p>' },
  });
  const made = await createCourse(
    services,
    staff,
    formOf({ slug: 'short-lived', categories: [content.categoryId] }),
  );
  await beAdministrator(() => createPreviewLink(services, staff, { id: made.id, days: 7 }));
  // It names its author, in the live text and in the draft.
  await saveDraft(services, staff, { ...formOf(made), id: made.id, basedOn: made.version, draft: null });
  await removeCourse(services, staff, { id: made.id });
  const bank = await createBank(services, staff, { title: 'Short-lived', description: '' });
  await removeBank(services, staff, { id: bank.id });
  const { second, premium, basic } = content.courses.premium.comments.of;
  const decisions = { hide: second, remove: premium, dismiss: basic } as const;
  for (const [decision, comment = ''] of Object.entries(decisions)) {
    await reportComment(services, as('premium'), { id: comment, reason: 'only trying' }).catch(() => null);
    await decideReports(services, staff, { ids: [comment], decision: decision as 'hide' });
  }
}
