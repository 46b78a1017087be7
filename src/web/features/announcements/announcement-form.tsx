import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form';
import {
  type AnnouncementForm as AnnouncementValues,
  announcementForm,
} from '#contract/administration/announcements';
import { TIERS, type Tier } from '#domain/tiers';
import { failureCode } from '#web/lib/api/api-error.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useMarkdownPreview } from '#web/lib/use-markdown-preview.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from './announcements.module.css';
import { SendDialog } from './send-dialog.tsx';
import { SendTest } from './send-test.tsx';
import { toastUnsent } from './toast-unsent.ts';

interface AnnouncementFormProps {
  audience: { isOn: boolean; members: Record<Tier, number> };
}

const EMPTY: AnnouncementValues = { subject: '', text: '', tiers: [...TIERS] };

/** Writes an announcement, tries it on oneself, and sends it after a question. */
export function AnnouncementForm({ audience: { isOn, members } }: AnnouncementFormProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const mailWords = useMailWords();
  const [asked, setAsked] = useState<AnnouncementValues | null>(null);
  const [busy, setBusy] = useState(false);
  // Kept while it may have been sent: sent again, it is still one announcement.
  const draft = useRef(crypto.randomUUID());
  const form = useForm({ resolver: standardSchemaResolver(announcementForm), defaultValues: EMPTY });
  const { formState, register, watch } = form;
  const count = watch('tiers').reduce((sum, tier) => sum + members[tier], 0);
  const send = async (values: AnnouncementValues) => {
    setBusy(true);
    try {
      await api.announcements.send({ ...values, id: draft.current });
      draft.current = crypto.randomUUID();
      toast({
        title: m.announcements_started(),
        description: mailWords(m.announcements_started_text({ count })),
      });
      form.reset(EMPTY);
    } catch (error) {
      if (failureCode(error) === 'STATE_CHANGED') draft.current = crypto.randomUUID();
      toastUnsent(error, m.announcements_failed());
    } finally {
      setAsked(null);
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['admin', 'announcements'] });
    }
  };
  return (
    <section aria-labelledby="write">
      <h2 id="write" className={classes.title}>
        {m.announcements_write()}
      </h2>
      <Form onSubmit={form.handleSubmit(setAsked)}>
        <TextField
          label={m.announcements_subject()}
          autoComplete="off"
          error={formState.errors.subject?.message}
          {...register('subject')}
        />
        <div className={classes.pair}>
          <TextAreaField
            label={m.announcements_text()}
            help={m.announcements_text_help()}
            rows={12}
            spellCheck
            error={formState.errors.text?.message}
            {...register('text')}
          />
          <Preview markdown={watch('text')} />
        </div>
        <Plans errors={formState.errors} members={members} register={register} />
        <p role="status">{count === 0 ? m.announcements_count_none() : m.announcements_count({ count })}</p>
        <div className={classes.end}>
          <Button type="submit" busy={busy} disabled={!isOn || count === 0}>
            {m.announcements_send()}
          </Button>
          <SendTest form={form} />
        </div>
      </Form>
      <SendDialog asked={asked} busy={busy} count={count} onCancel={() => setAsked(null)} onSend={send} />
      <LeaveGuard dirty={() => formState.isDirty} text={m.announcements_leave()} />
    </section>
  );
}

interface PlansProps {
  errors: FieldErrors<AnnouncementValues>;
  members: Record<Tier, number>;
  register: UseFormRegister<AnnouncementValues>;
}

function Plans({ errors, members, register }: PlansProps) {
  const tierName = useTierName();
  return (
    <fieldset className={classes.plans} aria-describedby={errors.tiers && 'plans-error'}>
      <legend>{m.announcements_to()}</legend>
      {TIERS.map((tier) => (
        <label key={tier}>
          <input type="checkbox" value={tier} {...register('tiers')} />
          {m.announcements_plan({ plan: tierName(tier), count: members[tier] })}
        </label>
      ))}
      {errors.tiers && (
        <p id="plans-error" role="alert">
          {errors.tiers.message}
        </p>
      )}
    </fieldset>
  );
}

function Preview({ markdown }: { markdown: string }) {
  const html = useDeferredValue(useMarkdownPreview(markdown));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.seen} aria-label={m.announcements_preview()} tabIndex={0}>
      <p className={classes.seenTitle}>{m.announcements_preview()}</p>
      {markdown.trim() === '' ? (
        <p className={classes.hint}>{m.announcements_preview_empty()}</p>
      ) : (
        <Prose html={html} />
      )}
    </section>
  );
}
