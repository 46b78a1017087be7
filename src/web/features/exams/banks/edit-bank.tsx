import { useQueryClient } from '@tanstack/react-query';
import type { BankRow } from '#contract/exams/banks';
import { m } from '#web/lib/messages.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { differenceOf, type Fields } from '#web/ui/layout/difference.ts';
import { BankDialog, type BankValues, bankResolver, sayRefused } from './bank-dialog.tsx';

const FIELDS: Fields<BankValues> = { title: [m.banks_title_label], description: [m.banks_description] };

interface EditBankProps {
  bank: BankRow;
  onClose: () => void;
}

/** Renames or describes a bank. */
export function EditBank({ bank, onClose }: EditBankProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const editing = useVersionedForm<BankRow, BankValues>({
    first: bank,
    resolver: bankResolver,
    valuesOf: ({ description, title }) => ({ title, description }),
    send: (values, version) => api.banks.update({ ...values, id: bank.id, version }),
    onSaved: (_saved, isMerged) => {
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['admin', 'banks'] });
    },
    onFailed: (error) => sayRefused(error, editing.form),
  });
  return (
    <>
      <BankDialog
        title={m.banks_edit()}
        form={editing.form}
        onClose={onClose}
        // The failure was shown already.
        onSave={(values) => editing.save(values).catch(() => undefined)}
      />
      <ConflictDialog
        title={m.banks_conflict()}
        saving={editing}
        compare={(mine, theirs) => differenceOf(FIELDS, mine, theirs)}
      />
    </>
  );
}
