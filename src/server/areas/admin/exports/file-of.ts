import type { ExportRequest } from '#contract/administration/exports';
import { gradesFile } from '#server/areas/exams/grades/grades-file';
import type { CsvFile } from '#server/csv/csv-file';
import type { Services } from '#server/services';
import { auditFile } from '../audit/audit-file.ts';
import { invoicesFile } from '../billing/exports/invoices-file.ts';
import { paymentsFile } from '../billing/exports/payments-file.ts';
import { usersFile } from '../users/users-file.ts';

/** The file that was asked for, the same that is sent directly while it is small. Fails with COURSE_NOT_FOUND. */
export async function fileOf(services: Services, request: ExportRequest): Promise<CsvFile> {
  switch (request.kind) {
    case 'users':
      return usersFile(services, request.filters);
    case 'audit':
      return auditFile(services, request.filters);
    case 'gradebook':
      return gradesFile(services, request.courseId);
    case 'invoices':
      return invoicesFile(services, request.range);
    case 'payments':
      return paymentsFile(services, request.range);
  }
}
