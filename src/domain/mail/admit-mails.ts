/** A mail that wants to leave now. */
interface Leaving {
  /** Where it goes, in lower case. */
  readonly domain: string;
  /** Somebody waits for it: it leaves whatever the limits say, and counts. */
  readonly isUrgent: boolean;
}

/** How many more may leave in this minute; a domain that is left out has no limit. */
export interface MailRoom {
  readonly all: number;
  readonly domains: ReadonlyMap<string, number>;
}

/** Which mails leave within the limits, in the order given, and which stay. */
export function admitMails<Mail extends Leaving>(
  mails: readonly Mail[],
  room: MailRoom,
): { leave: Mail[]; stay: Mail[] } {
  let all = room.all;
  const domains = new Map(room.domains);
  const leave: Mail[] = [];
  const stay: Mail[] = [];
  for (const mail of mails) {
    const here = domains.get(mail.domain) ?? Number.POSITIVE_INFINITY;
    if (!mail.isUrgent && (all < 1 || here < 1)) {
      stay.push(mail);
      continue;
    }
    all -= 1;
    domains.set(mail.domain, here - 1);
    leave.push(mail);
  }
  return { leave, stay };
}
