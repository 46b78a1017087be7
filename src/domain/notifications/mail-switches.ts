import { isAlwaysSent, NOTICE_KINDS, type NoticeKind } from './kinds.ts';

/** Which mails the school sends (spec sections 3 and 9). The master switch turns all others off. */
export interface MailSwitches {
  readonly master: boolean;
  readonly courseUpdates: boolean;
  readonly signups: boolean;
  readonly subscriptions: boolean;
  readonly marketing: boolean;
}

const SWITCH_OF: Readonly<Partial<Record<NoticeKind, keyof MailSwitches>>> = {
  'course-published': 'courseUpdates',
  'new-user': 'signups',
  'tier-changed': 'subscriptions',
};

/** Whether mails of this kind go out. Mails about sign-in and passwords are no notices and always go out. */
export function mailsAllowed(switches: MailSwitches, kind: NoticeKind): boolean {
  const own = SWITCH_OF[kind];
  return switches.master && (own === undefined || switches[own]);
}

/** The notices that go out by mail now. The mail of one that is always sent is about security, and is none of these. */
export function mailedKinds(switches: MailSwitches): readonly NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => !isAlwaysSent(kind) && mailsAllowed(switches, kind));
}
