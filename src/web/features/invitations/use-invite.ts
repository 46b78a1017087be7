import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitee, InviteLine } from '#contract/administration/invitations';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { madeWords, sentWords } from './invitation-words.ts';

/** Sends invitations and says how many went out; answers what became of each, or null when it failed. */
export function useInvite() {
  const api = useApi();
  const queryClient = useQueryClient();
  const mailWords = useMailWords();
  const [busy, setBusy] = useState(false);
  const invite = async (people: Invitee[]): Promise<readonly InviteLine[] | null> => {
    setBusy(true);
    try {
      const { lines, ok } = await api.invitations.invite({ people });
      if (ok > 0) {
        const title = mailWords(sentWords(ok), () => madeWords(ok));
        toast({ title, description: mailWords(m.invitations_sent_text()) });
      }
      await queryClient.invalidateQueries({ queryKey: ['admin', 'invitations'] });
      return lines;
    } catch (error) {
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, invite };
}
