import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Receipt as Received, RequestKind } from '#contract/legal';
import { language } from '#domain/language';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Form, FormFailure } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useKeepBilled } from '../use-keep-billed.ts';
import { CancellationFields } from './cancellation-fields.tsx';
import { type Draft, draftOf, draftWords, type Faults } from './draft.ts';
import classes from './legal.module.css';

interface DeclarationFormProps {
  readonly kind: RequestKind;
  readonly title: string;
  /** What the first button says, and the one that sends it. */
  readonly begin: string;
  readonly confirm: string;
  /** Of the own subscription: the contract and the person are known. */
  readonly isOwn: boolean;
  /** What is shown from then on; by then the contract may have ended. */
  readonly onReceived: (receipt: Received) => void;
  readonly children?: ReactNode;
}

/** Declares a withdrawal or cancellation in two steps; what was typed stays until the receipt is there. */
export function DeclarationForm(props: DeclarationFormProps) {
  const { isOwn, kind } = props;
  const user = useUser();
  const [draft, setDraft] = useState<Draft>({
    kind,
    name: isOwn ? '' : (user?.name ?? ''),
    email: isOwn ? '' : (user?.email ?? ''),
    contract: '',
    reason: '',
    isExtraordinary: false,
    endsOn: null,
    website: '',
  });
  const [isChecking, setChecking] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  return (
    <section className={classes.card}>
      {isChecking ? (
        <Check
          {...props}
          draft={draft}
          onBack={(found) => {
            setFaults(found);
            setChecking(false);
          }}
        />
      ) : (
        <Fields
          {...props}
          draft={draft}
          faults={faults}
          onDone={(filled) => {
            setDraft(filled);
            setFaults({});
            setChecking(true);
          }}
        />
      )}
    </section>
  );
}

interface FieldsProps extends DeclarationFormProps {
  draft: Draft;
  faults: Faults;
  onDone: (draft: Draft) => void;
}

function Fields({ begin, children, draft, faults, isOwn, kind, onDone, title }: FieldsProps) {
  return (
    <>
      <h2>{title}</h2>
      {children}
      <Form
        noValidate={false}
        onSubmit={(event) => {
          event.preventDefault();
          onDone(draftOf(kind, event.currentTarget));
        }}
      >
        {!isOwn && <WhoFields draft={draft} faults={faults} />}
        {kind === 'cancellation' && <CancellationFields draft={draft} faults={faults} />}
        <div className={classes.actions}>
          <Button type="submit" size="lg">
            {begin}
          </Button>
        </div>
      </Form>
    </>
  );
}

function WhoFields({ draft, faults }: { draft: Draft; faults: Faults }) {
  return (
    <>
      <TextField
        label={m.legal_name()}
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={draft.name}
        error={faults.name}
        required
      />
      <TextField
        label={m.legal_email()}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={draft.email}
        error={faults.email}
        required
      />
      <TextField
        label={m.legal_contract()}
        help={m.legal_contract_help()}
        name="contract"
        maxLength={200}
        defaultValue={draft.contract}
        error={faults.contract}
        required
      />
      <div className={classes.trap} aria-hidden="true">
        <label>
          {m.site_contact_website()}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

interface CheckProps extends DeclarationFormProps {
  draft: Draft;
  onBack: (faults: Faults) => void;
}

function Check({ children, confirm, draft, isOwn, onBack, onReceived }: CheckProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const keepBilled = useKeepBilled();
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => heading.current?.focus(), []);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { isExtraordinary, endsOn, kind, reason } = draft;
      if (!isOwn) return onReceived(await api.legal.declare(draft));
      const receipt =
        kind === 'withdrawal'
          ? await api.legal.withdraw({ locale: language() })
          : await api.legal.cancel({ isExtraordinary, endsOn, reason });
      onReceived(receipt);
      await keepBilled(await api.billing.mine(undefined, {}));
      await queryClient.invalidateQueries({ queryKey: ['billing', 'rights'] });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (failureCode(error) === 'BAD_INPUT' && Object.keys(fields).length > 0) onBack(fields);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {m.legal_check_title()}
      </h2>
      {children}
      <p className={classes.statement}>{draftWords(draft)}</p>
      <FormFailure error={failure} />
      {!isOwn && failureCode(failure) === 'RATE_LIMITED' && <p>{m.legal_limited()}</p>}
      <div className={classes.actions}>
        <Button size="lg" busy={busy} onClick={send}>
          {busy ? m.legal_sending() : confirm}
        </Button>
        <Button size="lg" variant="secondary" onClick={() => onBack({})}>
          {m.legal_back()}
        </Button>
      </div>
    </>
  );
}
