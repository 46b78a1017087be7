import { expect, test } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { UNKNOWN } from '../content/content.ts';
import { shareSchool } from '../kit/shared-school.ts';
import { databaseState, differences } from './database-state.ts';
import { prepareChange, summary, viewersOf } from './send-change.ts';

const UNSAFE = statedProcedures(contract).filter(({ method }) => method !== 'GET');
const FAULT = 'the audit log is out of order';

/** Kept with all that learners did in tables of their own, and not in the audit log: what such a change writes without it. */
const OWN_WORK: Readonly<Record<string, readonly string[]>> = {
  'exams.save': ['exam_answers +1'],
  'labs.openHint': ['lab_work +1'],
  'labs.reset': ['lab_work +1'],
  'labs.saveFiles': ['lab_work +1'],
  'labs.submit': ['lab_runs +1'],
  'learning.save': ['section_progress +1'],
  'notes.save': ['section_notes +1'],
  'notes.saveBookmark': ['section_notes +1'],
};
/** Only asks a question, which a later change answers. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  'passkeys.start': ['passkey_challenges +1'],
  'passkeys.startSignIn': ['passkey_challenges +1'],
  'passkeys.startProof': ['passkey_challenges +1'],
  'signIns.begin': ['verifications +1'],
  'signIns.beginProof': ['verifications +1'],
  'signIns.beginLink': ['verifications +1'],
};
/** Asks the provider of payments anew, which is counted; what is learned by it is audited. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  'billing.confirm': ['billing_customers ~1'],
  'billing.preview': ['billing_customers ~1'],
  'billing.refresh': ['billing_customers ~1'],
  'teams.confirm': ['billing_customers ~1'],
  'teams.preview': ['billing_customers ~1'],
  'teams.previewPlan': ['billing_customers ~1'],
  'teams.refresh': ['billing_customers ~1'],
};
/** What waits to be done, or waits no more; each course has its line once it is imported. */
const QUEUED: Readonly<Record<string, readonly string[]>> = {
  'folders.check': ['folder_imports +1'],
  'folders.import': ['folder_imports ~1'],
  'folders.discard': ['folder_imports -1 +0', 'media_uploads -1 +0', 'files_to_remove +1'],
};
const UNAUDITED: Readonly<Record<string, readonly string[]>> = {
  ...OWN_WORK,
  ...QUESTIONS,
  ...LOOKS,
  ...QUEUED,
};

const SPENT_CODE = ['two_factor ~1', 'used_codes +1'];
const SPENT_CHALLENGE = ['passkey_challenges -1 +0'];
/** What stays although the change was taken back: a code, a challenge or a return that was given is spent, whatever came of it. */
const STAYS: Readonly<Record<string, readonly string[]>> = {
  'accounts.confirmTwoFactor': SPENT_CODE,
  'accounts.proveByCode': ['email_codes ~1'],
  'accounts.proveFactor': SPENT_CODE,
  'accounts.renewBackupCodes': SPENT_CODE,
  'accounts.signInByCode': ['email_codes ~1'],
  // The provider was asked first, and knows the member from then on; what was to be done isn't.
  'billing.cancel': ['billing_customers ~1'],
  'billing.change': ['billing_customers ~1'],
  'billing.checkout': ['billing_accounts +1', 'billing_current_facts +1', 'billing_facts +1'],
  'billing.keep': ['billing_customers ~1'],
  'billing.refund': ['billing_customers ~1'],
  'legal.cancel': ['billing_customers ~1'],
  'legal.withdraw': ['billing_customers ~1'],
  'teams.cancel': ['billing_customers ~1'],
  'teams.changePlan': ['billing_customers ~1'],
  'teams.changeSeats': ['billing_customers ~1'],
  'teams.keep': ['billing_customers ~1'],
  'teams.refund': ['billing_customers ~1'],
  'teams.transfer': ['billing_customers ~1'],
  'accounts.stopTwoFactor': SPENT_CODE,
  // The session of the library, whose token nobody was told.
  'accounts.verifyTwoFactor': ['sessions +1', ...SPENT_CODE, 'verifications -2 +0'],
  'passkeys.add': SPENT_CHALLENGE,
  'passkeys.prove': SPENT_CHALLENGE,
  'passkeys.signIn': SPENT_CHALLENGE,
  'signIns.finish': ['verifications -1 +0'],
};
/** Looks only, or finds everything as it is asked to be: nothing is written, with the audit log or without. */
const WRITES_NOTHING = new Set([
  'accommodations.remove',
  'accounts.resendVerification',
  'accounts.signOut',
  'banks.checkImport',
  'billing.invoice',
  'billing.portal',
  'teams.invoice',
  'teams.portal',
  'courses.losses',
  'courses.preview',
  'courses.fromHtml',
  'publishing.preview',
  'privacy.requestExport',
  'dashboard.see',
  'exams.next',
  'exams.try',
  'exams.practice',
  'labAuthoring.prove',
  'labAuthoring.read',
  'labAuthoring.try',
  'grades.updateResults',
  'invitations.check',
  'invitations.open',
  'notifications.markRead',
  'pages.preview',
  'support.end',
]);

const FAILED_MAIL = `insert into mail_outbox (id, event_key, template, recipient, props, failed_at)
  values ('${UNKNOWN}', 'failed:1', 'key-created', 'basic@school.test', '{"name": "Ada"}', now())`;

/** What has to be there for a change that else finds everything as it is asked to be. */
const PREPARED: Readonly<Record<string, string>> = {
  'accounts.endOtherSessions': `insert into sessions (user_id, token, expires_at)
    select id, encode(sha256('another'), 'hex'), now() + interval '1 day' from users where email = 'basic@school.test'`,
  'accounts.keepAccount': "update users set erase_at = now() + interval '1 day'",
  'address.remove': `insert into address_changes (user_id, old_email, new_email, expires_at)
    select id, email, 'next@school.test', now() + interval '1 day' from users where email = 'basic@school.test'`,
  'failedMails.dismiss': FAILED_MAIL,
  'failedMails.retry': FAILED_MAIL,
  'mailSuppressions.remove': `insert into mail_suppressions (id, address, reason, detail, reported_at)
    values ('${UNKNOWN}', 'basic@school.test', 'bounce', '', now())`,
  'posts.removeFeedAddress': `insert into feed_tokens (user_id, token_hash)
    select id, '${UNKNOWN}' from users where email = 'basic@school.test'`,
  'comments.unhide': 'update comments set hidden_at = now()',
  'reviews.unhide': 'update course_reviews set hidden_at = now()',
  'users.enable': "update users set disabled_at = now() where email = 'second@school.test'",
  'users.revokeAdmin':
    "insert into user_roles (user_id, role) select id, 'admin' from users where email = 'second@school.test'",
};

const viewers = viewersOf();
const shared = shareSchool(
  { isFaithful: true, options: () => ({ findViewer: viewers.find }) },
  async ({ school }) => {
    viewers.know(school);
    return {};
  },
);

test.for(UNSAFE)('$name has its line in the audit log, or no effect at all', async (procedure) => {
  const { db, ...world } = shared();
  const send = await prepareChange(world, procedure);
  await db.pool.query(PREPARED[procedure.name] ?? 'select');
  const before = await databaseState(db);
  await db.pool.query(`
    create function refuse_line() returns trigger language plpgsql as $$ begin raise exception '${FAULT}'; end $$;
    create trigger refuse_line before insert on audit_log for each row execute function refuse_line()`);
  const { body, status } = await send();
  const changed = summary(differences(before, await databaseState(db)));
  const { name } = procedure;
  if (WRITES_NOTHING.has(name)) return expect({ status, changed }).toEqual({ status: 200, changed: [] });
  const unaudited = UNAUDITED[name];
  if (unaudited) return expect({ status, changed }).toEqual({ status: 200, changed: unaudited });
  expect({ status, changed }).toEqual({ status: 500, changed: STAYS[name] ?? [] });
  expect(body).toMatchObject({ code: 'INTERNAL' });
  expect(JSON.stringify(body)).not.toContain(FAULT);
});

test('what is left out of the audit log, and what stays, is stated for changes that there are', () => {
  const names = new Set(UNSAFE.map(({ name }) => name));
  const stated = [
    ...Object.keys(UNAUDITED),
    ...Object.keys(STAYS),
    ...Object.keys(PREPARED),
    ...WRITES_NOTHING,
  ];
  expect(stated.filter((name) => !names.has(name))).toEqual([]);
});
