import type { Invitee, InviteLine } from '#contract/administration/invitations';

/** The lines of a list that can be invited, in order. */
export function inviteesOf(lines: readonly InviteLine[]): Invitee[] {
  return lines.flatMap((line) => {
    const invitee = inviteeOf(line);
    return invitee ? [invitee] : [];
  });
}

/** The list after its people were invited: each with the outcome of the invitation, the other lines as they were checked. */
export function reportOf(lines: readonly InviteLine[], sent: readonly InviteLine[]): InviteLine[] {
  const outcomes = sent.map(({ outcome }) => outcome).values();
  return lines.map((line) =>
    inviteeOf(line) ? { ...line, outcome: outcomes.next().value ?? line.outcome } : line,
  );
}

function inviteeOf({ email, outcome, role, tier }: InviteLine): Invitee | null {
  return outcome === 'ok' && tier && role ? { email, tier, role } : null;
}
