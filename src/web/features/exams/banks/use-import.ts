import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ImportFormat, type ImportReport, MAX_IMPORT_BYTES } from '#contract/questions/import-form';
import { ApiError, failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

interface Sent {
  readonly id: string;
  readonly format: ImportFormat;
  readonly file: File;
  readonly reading: string;
}

/** A file of questions on its way into a bank: checked first, which can be canceled, then imported. */
export function useImport(bankId: string, onDone: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState<ImportFormat>('gift');
  const [report, setReport] = useState<ImportReport | null>(null);
  const [fault, setFault] = useState<string>();
  /** The name under which a file is read just now. */
  const [reading, setReading] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  /** Of the check: an import that has begun goes on, whatever is closed meanwhile. */
  const canceling = useRef<AbortController>(undefined);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      canceling.current?.abort();
    };
  }, []);
  const choose = (chosen: File | null, next: ImportFormat) => {
    canceling.current?.abort();
    setFile(chosen);
    setFormat(next);
    setReport(null);
    setFault(undefined);
  };
  const work = async (task: (sent: Sent) => Promise<void>, signal?: AbortSignal) => {
    // What the server would refuse anyway is not sent first.
    if (!file || file.size > MAX_IMPORT_BYTES) {
      setFault(file ? m.banks_import_too_large() : m.banks_import_no_file());
      return;
    }
    const id = crypto.randomUUID();
    setFault(undefined);
    setReading(id);
    try {
      await task({ id: bankId, format, file, reading: id });
    } catch (error) {
      if (signal?.aborted) return;
      const isTooLarge = failureCode(error) === 'BODY_TOO_LARGE';
      const said = error instanceof ApiError ? error.fields.file : undefined;
      const words = isTooLarge ? m.banks_import_too_large() : said;
      if (words && isOpen.current) setFault(words);
      else toastFailure(error, { title: m.banks_import_failed(), ...(words && { description: words }) });
    } finally {
      setReading((now) => (now === id ? null : now));
    }
  };
  return {
    choose,
    isImporting,
    fault,
    file,
    format,
    reading,
    report,
    cancel: () => canceling.current?.abort(),
    check: () => {
      const controller = new AbortController();
      canceling.current = controller;
      const { signal } = controller;
      return work(async (sent) => setReport(await api.banks.checkImport(sent, { signal })), signal);
    },
    take: async () => {
      setImporting(true);
      await work(async (sent) => {
        const { report: done } = await api.banks.import(sent);
        await queryClient.invalidateQueries({ queryKey: ['admin', 'banks'] });
        toast({ title: m.banks_imported({ count: done.kept + done.changed }) });
        // Another dialog may be open by now.
        if (isOpen.current) onDone();
      });
      setImporting(false);
    },
  };
}
