import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportReport,
  MAX_IMPORT_BYTES,
} from '#contract/questions/import-form';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import classes from './banks.module.css';
import { ImportReportList } from './import-report-list.tsx';

const FORMAT_WORDS: Record<ImportFormat, () => string> = {
  gift: m.banks_format_gift,
  'moodle-xml': m.banks_format_moodle_xml,
  csv: m.banks_format_csv,
  aiken: m.banks_format_aiken,
};

/** A file of questions: first what would become of them, then, when that is wished, the import. */
export function ImportDialog({ bankId, onClose }: { bankId: string; onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState<ImportFormat>('gift');
  const [report, setReport] = useState<ImportReport | null>(null);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const choose = (chosen: File | null, next: ImportFormat) => {
    setFile(chosen);
    setFormat(next);
    setReport(null);
    setFault(undefined);
  };
  const work = async (task: (chosen: File) => Promise<void>) => {
    if (!file) {
      setFault(m.banks_import_no_file());
      return;
    }
    // What the server would refuse anyway is not sent first.
    if (file.size > MAX_IMPORT_BYTES) {
      setFault(m.banks_import_too_large());
      return;
    }
    setBusy(true);
    try {
      await task(file);
    } catch (error) {
      const said = error instanceof ApiError ? error.fields.file : undefined;
      if (said) setFault(said);
      else if (failureCode(error) === 'BODY_TOO_LARGE') setFault(m.banks_import_too_large());
      else toastFailure(error, { title: m.banks_import_failed() });
    } finally {
      setBusy(false);
    }
  };
  const check = () =>
    work(async (chosen) => setReport(await api.banks.checkImport({ id: bankId, format, file: chosen })));
  const take = () =>
    work(async (chosen) => {
      const { report: done } = await api.banks.import({ id: bankId, format, file: chosen });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'banks'] });
      toast({ title: m.banks_imported({ count: done.kept + done.changed }) });
      onClose();
    });
  const taken = report ? report.kept + report.changed : 0;
  return (
    <Dialog open onClose={onClose} title={m.banks_import()} size="lg">
      <div className={classes.form}>
        <TextField
          label={m.banks_import_file()}
          help={m.banks_import_help()}
          type="file"
          accept=".gift,.txt,.xml,.csv"
          error={fault}
          onChange={({ target: { files } }) => {
            const chosen = files?.[0] ?? null;
            choose(chosen, formatOf(chosen?.name ?? '') ?? format);
          }}
        />
        <SelectField
          label={m.banks_import_format()}
          help={format === 'csv' ? m.banks_import_csv_help() : undefined}
          value={format}
          onChange={({ target: { value } }) =>
            choose(file, IMPORT_FORMATS.find((one) => one === value) ?? format)
          }
        >
          {IMPORT_FORMATS.map((one) => (
            <option key={one} value={one}>
              {FORMAT_WORDS[one]()}
            </option>
          ))}
        </SelectField>
        {report && <ImportReportList report={report} />}
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {m.ui_cancel()}
        </Button>
        <Button variant={report ? 'secondary' : 'primary'} disabled={busy} onClick={check}>
          {busy && !report ? m.banks_import_checking() : m.banks_import_check()}
        </Button>
        {report && (
          <Button disabled={busy || taken === 0} onClick={take}>
            {busy ? m.banks_importing() : m.banks_import_take({ count: taken })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function formatOf(name: string): ImportFormat | null {
  if (/\.xml$/i.test(name)) return 'moodle-xml';
  if (/\.csv$/i.test(name)) return 'csv';
  return /\.(gift|txt)$/i.test(name) ? 'gift' : null;
}
