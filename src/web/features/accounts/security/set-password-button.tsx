import { useState } from 'react';
import type { Api } from '#web/lib/api/api-client.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

/** For who has no password: mails the link by which one is chosen. */
export function SetPasswordButton({ api, email }: { api: Api; email: string }) {
  const mailWords = useMailWords();
  const [sent, setSent] = useState(false);
  const send = async () => {
    setSent(true);
    try {
      await api.accounts.forgotPassword({ email });
      const description = mailWords(m.sign_ins_password_sent_text({ email }));
      toast({ title: m.sign_ins_password_sent(), description });
    } catch (error) {
      setSent(false);
      toastFailure(error);
    }
  };
  return (
    <Button variant="secondary" onClick={send} busy={sent}>
      {m.sign_ins_set_password()}
    </Button>
  );
}
