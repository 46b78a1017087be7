import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import sharp from 'sharp';
import type { Member } from '#domain/access/viewer';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { setAvatar } from '#server/areas/accounts/profile/set-avatar';
import { updateProfile } from '#server/areas/accounts/profile/update-profile';
import { register } from '#server/areas/accounts/registration/register';
import { verifyEmail } from '#server/areas/accounts/registration/verify-email';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { openChallenge } from '#server/areas/accounts/sign-in/challenge-sql';
import { receiveMailReports } from '#server/areas/admin/mails/suppressions/receive-mail-reports';
import { disableUser } from '#server/areas/admin/users/disable-user';
import { enableUser } from '#server/areas/admin/users/enable-user';
import { grantAdmin } from '#server/areas/admin/users/grant-admin';
import { revokeAdmin } from '#server/areas/admin/users/revoke-admin';
import { setUserTier } from '#server/areas/admin/users/set-user-tier';
import { insertConsent } from '#server/areas/billing/law/consent-sql';
import { openAccount } from '#server/areas/billing/ledger/open-account';
import { addComment } from '#server/areas/comments/add-comment';
import { reportComment } from '#server/areas/comments/report-comment';
import { startAttempt } from '#server/areas/exams/attempts/start-attempt';
import { submitAttempt } from '#server/areas/exams/attempts/submit-attempt';
import { saveFiles } from '#server/areas/labs/save-files';
import { submitWork } from '#server/areas/labs/submit-work';
import { seeNews } from '#server/areas/learning/dashboard/see-news';
import { enrol } from '#server/areas/learning/enrol';
import { saveProgress } from '#server/areas/learning/save-progress';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { followCategory } from '#server/areas/notifications/follow-category';
import { sendDigests } from '#server/areas/notifications/send-digests';
import { exportAccount } from '#server/areas/privacy/export-account';
import { sendContactMessage } from '#server/areas/site/messages/send-contact-message';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import type { Content } from '#tests/attack/content/content';
import { enter, PASSWORD, sent } from '#tests/kit/accounts';
import { makeLab } from '#tests/kit/lab-room';
import type { Verbs } from '#tests/kit/verbs';
import { beExamined } from './be-examined.ts';
import { beStaff } from './be-staff.ts';
import { holdSignInMethods } from './hold-sign-in-methods.ts';
import { ownATeam, payByTransfer } from './own-a-team.ts';
import { ADDRESS, NAME, NETWORK, NEXT_ADDRESS, OLD_NAME } from './person.ts';

/** Somebody does everything that a person can do here, and everything is done to them. Answers the person's call. */
export async function liveFully(verbs: Verbs, content: Content): Promise<Caller & { viewer: Member }> {
  const { as, services } = verbs;
  await join(verbs);
  await enter(verbs, 'a wrong password', ADDRESS).catch(() => null);
  await enter(verbs, PASSWORD, ADDRESS, NETWORK, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
  await updateProfile(services, await signedIn(verbs), { name: NAME });
  await beManaged(verbs, (await signedIn(verbs)).viewer.userId);
  const renamed = await signedIn(verbs);
  await forgotPassword(services, as('visitor'), { email: ADDRESS });
  await receiveMailReports(services, { events: [{ type: 'bounce', email: ADDRESS }] });
  await setAvatar(services, renamed, { file: await picture() });
  await (await exportAccount(services, renamed, { resHeaders: new Headers() })).cancel();
  await study(services, renamed, content);
  await talk(verbs, renamed, content);
  await sendContactMessage(services, as('visitor'), {
    name: NAME,
    email: ADDRESS,
    message: `It is me, ${NAME}`,
    website: '',
  });
  await services.db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  await holdSignInMethods(verbs, renamed, content.courses.basic.id);
  const staff = { ...renamed, viewer: { ...renamed.viewer, isAdmin: true } };
  await beExamined(verbs, renamed, staff);
  await beStaff(verbs, staff, content);
  await fillByHand(services, renamed.viewer.userId, content);
  await ownATeam(services, renamed.viewer.userId);
  await payByTransfer(services, renamed.viewer.userId);
  await deliverNotices(services);
  await sendDigests(services);
  // Nobody whose address is reported is in it: this row stands for the time before.
  await services.db.pool.query(
    'insert into marketing_audience (user_id, tier) select id, subscription_tier from profiles where email = $1',
    [ADDRESS],
  );
  return renamed;
}

async function signedIn(verbs: Verbs): Promise<Caller & { viewer: Member }> {
  const { cookies } = await enter(verbs, PASSWORD, ADDRESS, NETWORK);
  const { viewer } = await findViewer(verbs.services, sent(cookies));
  if (viewer.kind !== 'member') throw new Error('the person is not signed in');
  return { ...verbs.as('visitor'), ipAddress: NETWORK, viewer };
}

async function join({ as, services }: Verbs): Promise<void> {
  const form = { name: OLD_NAME, email: ADDRESS, password: PASSWORD, confirmPassword: PASSWORD };
  await register(services, as('visitor'), form);
  const { props } = await services.db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('recipient', '=', ADDRESS)
    .executeTakeFirstOrThrow();
  const token = /verify=([\w-]+)/.exec(JSON.stringify(props))?.[1] ?? '';
  await verifyEmail(services, as('visitor'), { token, password: PASSWORD });
}

async function study(
  services: Services,
  caller: Caller,
  { categoryId, courses, posts }: Content,
): Promise<void> {
  const [lesson, lab, exam] = courses.free.sections;
  await enrol(services, caller, { courseId: courses.free.id });
  const at = services.clock.now().toISOString();
  const reported = { reached: 1, watched: [], duration: 0, marked: true, position: 0.5, at };
  await saveProgress(services, caller, { ...reported, id: lesson?.id ?? '' });
  const id = await makeLab(services, { courseId: courses.free.id, sectionId: lab?.id });
  await saveFiles(services, caller, { id, files: { 'src/double.js': `// by ${NAME}` }, baseVersion: 0 });
  await submitWork(services, caller, { id, version: 1 });
  const attempt = await startAttempt(services, caller, { sectionId: exam?.id ?? '' });
  await services.db.kysely
    .insertInto('exam_answers')
    .values({
      attempt_id: attempt.id,
      writer: categoryId,
      seq: 1,
      question: 'q1',
      answer: JSON.stringify(`signed ${NAME}`),
      received_at: services.clock.now(),
    })
    .execute();
  await submitAttempt(services, caller, { id: attempt.id });
  await followCategory(services, caller, { id: categoryId, followed: true });
  await seeNews(services, caller, { ids: [posts.free.id], until: at });
}

/** A digest waits for the one whom the person answers, and a mail for another. */
async function talk({ as, services }: Verbs, caller: Caller, { courses }: Content): Promise<void> {
  const courseId = courses.free.id;
  for (const who of ['basic', 'premium'] as const) {
    const root = await addComment(services, as(who), {
      courseId,
      parentId: null,
      content: 'What is a join?',
    });
    await addComment(services, caller, { courseId, parentId: root.id, content: 'Two tables side by side.' });
    await reportComment(services, caller, { id: root.id, reason: 'only trying' });
  }
  const reader = as('basic').viewer;
  await services.db.kysely
    .insertInto('notification_settings')
    .values({ user_id: reader.kind === 'member' ? reader.userId : '', digest: true })
    .execute();
}

async function beManaged({ as, services }: Verbs, id: string): Promise<void> {
  await setUserTier(services, as('admin'), { id, tier: 'premium' });
  await disableUser(services, as('admin'), { id });
  await enableUser(services, as('admin'), { id });
  await services.db.pool.query('update sessions set proved_at = $1', [services.clock.now()]);
  await grantAdmin(services, as('admin'), { id });
  await revokeAdmin(services, as('admin'), { id });
}

/** Orders, with a trial, withdraws, and settles the request as a member of the staff. */
async function declareContract(trx: Transaction<DB>, id: string, now: Date): Promise<void> {
  const account = await openAccount(trx, id, now);
  const accountId = account?.id ?? '';
  await insertConsent(
    trx,
    { accountId, kind: 'terms', text: 'Premium: €19.99 per month.', locale: 'en' },
    now,
  );
  await trx
    .insertInto('billing_trials')
    .values({ account_id: accountId, mailbox_hash: 'a'.repeat(64), offered_at: now })
    .execute();
  await trx
    .insertInto('billing_requests')
    .values({
      kind: 'withdrawal',
      account_id: accountId,
      name: NAME,
      email: ADDRESS,
      contract: `Premium of ${NAME}`,
      statement: `Name: ${NAME}`,
      note: `${NAME} called`,
      received_at: now,
      state: 'done',
      decided_by: id,
    })
    .execute();
}

/** What no verb here leads to quickly. */
async function fillByHand({ clock, db }: Services, id: string, { courses, posts }: Content): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.insertInto('user_roles').values({ user_id: id, role: 'admin' }).execute();
    await openChallenge(trx, id);
    await trx.insertInto('two_factor').values({ user_id: id, secret: 's', backup_codes: 'b' }).execute();
    await trx
      .insertInto('used_codes')
      .values({ user_id: id, code_hash: randomBytes(8) })
      .execute();
    const change = await trx
      .insertInto('address_changes')
      .values({
        user_id: id,
        old_email: ADDRESS,
        new_email: NEXT_ADDRESS,
        expires_at: new Date(clock.now().getTime() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueueMail(trx, {
      eventKey: `address-confirm:${change.id}`,
      template: 'address-confirm',
      recipient: NEXT_ADDRESS,
      props: { name: NAME, link: 'http://localhost:3000/' },
    });
    await declareContract(trx, id, clock.now());
    await trx.insertInto('feed_tokens').values({ user_id: id, token_hash: 'x' }).execute();
    await trx
      .insertInto('media')
      .values({ owner_id: id, kind: 'cover', mime: 'image/webp', bytes: 1, sha256: 'b' })
      .execute();
    await trx
      .insertInto('exports')
      .values({ user_id: id, request: '{"kind": "audit"}', total: 1, created_at: clock.now() })
      .execute();
    await trx
      .insertInto('folder_imports')
      .values({
        owner_id: id,
        upload_id: randomUUID(),
        name: 'courses.zip',
        state: 'checked',
        ip_address: '192.0.2.7',
        request_id: 'r',
        started_at: clock.now(),
        touched_at: clock.now(),
      })
      .execute();
    await trx.insertInto('media_uploads').values({ owner_id: id, name: 'talk.mp4', bytes: 9 }).execute();
    await trx
      .insertInto('notification_preferences')
      .values({ user_id: id, kind: 'welcome', in_app: true, email: true })
      .execute();
    await trx
      .insertInto('rate_limits')
      .values({ key: `accounts.updateProfile:${id}`, window_start: clock.now(), hits: 1 })
      .execute();
    await trx
      .insertInto('idempotency_keys')
      .values({ key: 'k', caller: id, route: 'PATCH /account/profile', body_hash: 'h' })
      .execute();
    await trx.updateTable('courses').set({ author_id: id }).where('id', '=', posts.free.id).execute();
    await trx
      .insertInto('authors')
      .values({ user_id: id, slug: 'author-of-old', bio: NAME, website: 'https://person.example' })
      .execute();
    await trx
      .insertInto('custom_pages')
      .values({
        slug: 'old',
        title: 'Old',
        markdown: '',
        content: '',
        deleted_at: clock.now(),
        deleted_by: id,
      })
      .execute();
    await trx
      .insertInto('course_authors')
      .values({ course_id: posts.free.id, position: 0, user_id: id })
      .execute();
    await trx
      .insertInto('course_reviews')
      .values({
        course_id: courses.basic.id,
        author_id: id,
        rating: 4,
        body: 'Clear and short',
        created_at: clock.now(),
        hidden_at: clock.now(),
        hidden_by: id,
        hidden_reason: `${NAME} asked for it`,
      })
      .execute();
    await sql`update comments set hidden_by = ${id}, hidden_at = now() where course_id = ${courses.basic.id}`.execute(
      trx,
    );
    await trx
      .insertInto('invitations')
      .values({
        email: ADDRESS,
        tier: 'free',
        is_admin: false,
        accepted_by: id,
        accepted_at: clock.now(),
        created_at: clock.now(),
        sent_at: clock.now(),
        expires_at: clock.now(),
      })
      .execute();
    await trx
      .insertInto('audit_log')
      .values({
        actor_kind: 'system',
        action: 'test.done',
        entity: 'test',
        after: JSON.stringify({ list: [id, ADDRESS.toUpperCase()] }),
      })
      .execute();
  });
}

async function picture(): Promise<File> {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' });
}
