import { IMPORT_FORMATS, type ImportFormat } from '#contract/questions/import-form';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './banks.module.css';
import { formatOfFile } from './format-of-file.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportReportList } from './import-report-list.tsx';
import { useImport } from './use-import.ts';

const FORMAT_WORDS: Record<ImportFormat, () => string> = {
  gift: m.banks_format_gift,
  'moodle-xml': m.banks_format_moodle_xml,
  csv: m.banks_format_csv,
  aiken: m.banks_format_aiken,
};

/** A file of questions: first what would become of them, then, when that is wished, the import. */
export function ImportDialog({ bankId, onClose }: { bankId: string; onClose: () => void }) {
  const { cancel, check, choose, fault, file, format, isImporting, reading, report, take } = useImport(
    bankId,
    onClose,
  );
  const busy = reading !== null;
  const isChecking = busy && !isImporting;
  const taken = report ? report.kept + report.changed : 0;
  return (
    <Dialog open onClose={onClose} title={m.banks_import()} size="lg">
      <div className={classes.form}>
        <TextField
          label={m.banks_import_file()}
          help={m.banks_import_help()}
          type="file"
          accept=".gift,.txt,.xml,.csv,.zip"
          error={fault}
          disabled={isImporting}
          onChange={({ target: { files } }) => {
            const chosen = files?.[0] ?? null;
            choose(chosen, formatOfFile(chosen?.name ?? '', format));
          }}
        />
        <SelectField
          label={m.banks_import_format()}
          help={format === 'csv' ? m.banks_import_csv_help() : undefined}
          value={format}
          disabled={isImporting}
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
        {reading !== null && <ImportProgress reading={reading} />}
        {report && <ImportReportList report={report} />}
      </div>
      <DialogActions>
        {isChecking ? (
          <Button variant="secondary" onClick={cancel}>
            {m.banks_import_stop()}
          </Button>
        ) : (
          <Button variant="secondary" onClick={onClose}>
            {isImporting ? m.ui_close() : m.ui_cancel()}
          </Button>
        )}
        <Button variant={report ? 'secondary' : 'primary'} busy={busy} onClick={check}>
          {isChecking ? m.banks_import_checking() : m.banks_import_check()}
        </Button>
        {report && (
          <Button busy={busy} disabled={taken === 0} onClick={take}>
            {isImporting ? m.banks_importing() : m.banks_import_take({ count: taken })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
