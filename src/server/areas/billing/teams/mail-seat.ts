import type { Transaction } from 'kysely';
import type { Config } from '#server/config';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import type { DB } from '#server/db/types';
import type { Caller, Services } from '#server/services';
import { payer } from '../member/own.ts';

/** Leads to the invitation, and proves nothing: only the owner of the address that it is for can accept it. */
export const teamLink = ({ publicUrl }: Pick<Config, 'publicUrl'>, invitationId: string) =>
  `${publicUrl}/team?invitation=${invitationId}`;

/** Writes the mail of an invitation; one more for each time that it is sent. */
export async function mailSeat(
  { config }: Pick<Services, 'config'>,
  caller: Caller,
  trx: Transaction<DB>,
  { email, id, sentAt, team }: { id: string; email: string; team: string; sentAt: Date },
): Promise<void> {
  await enqueueMail(trx, {
    eventKey: `team-invitation:${id}:${sentAt.getTime()}`,
    template: 'team-invitation',
    recipient: email,
    props: { inviter: payer(caller).name, team, link: teamLink(config, id) },
  });
}
