import { z } from 'zod';
import { KIND_NAMES } from '#domain/exams/kinds/kinds';
import { isoTime, pageNumber, pageOf } from '../paging.ts';
import { adminProcedure, failures } from '../procedure.ts';
import { bankForm, bankQuestionForm } from '../questions/bank-form.ts';
import { IMPORT_FORMATS, importReport } from '../questions/import-form.ts';
import { storedQuestion } from '../questions/question-form.ts';
import { tag } from '../questions/tag.ts';

const bankRow = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.int(),
  questions: z.int(),
  updatedAt: isoTime,
});
export type BankRow = z.infer<typeof bankRow>;

const tagCount = z.object({ tag: z.string(), questions: z.int() });
const use = z.object({
  courseId: z.uuid(),
  courseTitle: z.string(),
  sectionTitle: z.string(),
  /** How many questions of the bank it draws. */
  count: z.int(),
  /** It draws again when it is restored. */
  inTrash: z.boolean(),
});

export const bankDetail = bankRow.extend({
  tags: z.array(tagCount),
  /** Exams that draw from it. */
  uses: z.array(use),
});
export type BankDetail = z.infer<typeof bankDetail>;

const questionRow = z.object({
  id: z.uuid(),
  key: z.string(),
  kind: z.enum(KIND_NAMES),
  prompt: z.string(),
  tags: z.array(z.string()),
  version: z.int(),
  updatedAt: isoTime,
});
export type BankQuestionRow = z.infer<typeof questionRow>;

const bankQuestion = z.object({
  id: z.uuid(),
  bankId: z.uuid(),
  bankTitle: z.string(),
  key: z.string(),
  tags: z.array(z.string()),
  version: z.int(),
  question: storedQuestion,
  /** Newest first, without the present one. */
  versions: z.array(
    z.object({ version: z.int(), savedAt: isoTime, tags: z.array(z.string()), question: storedQuestion }),
  ),
  uses: z.array(use),
  /** How many attempts have asked it. */
  attempts: z.int(),
});
export type BankQuestion = z.infer<typeof bankQuestion>;

const bankImport = z.object({
  id: z.uuid(),
  fileName: z.string(),
  kept: z.int(),
  changed: z.int(),
  dropped: z.int(),
  /** What was dropped or changed and why, dropped ones first, the first fifty. */
  lost: importReport.shape.items,
  createdAt: isoTime,
  /** When it was undone. */
  undoneAt: isoTime.nullable(),
});
export type BankImport = z.infer<typeof bankImport>;

const byId = z.object({ id: z.uuid() });
const importFile = byId.extend({
  format: z.enum(IMPORT_FORMATS),
  file: z.file(),
  /** A new id, by which its progress can be asked for while it is read. */
  reading: z.uuid().optional(),
});

export const banks = {
  list: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/banks', summary: 'List question banks by title' })
    .input(z.object({ q: z.string().trim().max(200).default(''), page: pageNumber }))
    .output(pageOf(bankRow)),
  get: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/banks/{id}',
      summary: 'Get a question bank with its tags and the exams that draw from it',
    })
    .errors(failures('BANK_NOT_FOUND'))
    .input(byId)
    .output(bankDetail),
  options: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/bank-tags',
      summary: 'List question banks with their tags, for random draws',
    })
    .output(
      z.array(z.object({ slug: z.string(), title: z.string(), questions: z.int(), tags: z.array(tagCount) })),
    ),
  count: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/bank-tags/{slug}/count',
      summary: 'Count the questions that have all the given tags',
    })
    .input(z.object({ slug: z.string().max(100), tags: z.array(tag).max(20).default([]) }))
    .output(z.object({ questions: z.int() })),
  create: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'POST', path: '/admin/banks', summary: 'Create a question bank', successStatus: 201 })
    .input(bankForm)
    .output(bankRow),
  update: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'PUT',
      path: '/admin/banks/{id}',
      summary: "Update a question bank's title or description",
    })
    .errors({
      ...failures('BANK_NOT_FOUND'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: bankRow }) },
    })
    .input(byId.extend({ ...bankForm.shape, version: z.int() }))
    .output(bankRow),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/banks/{id}',
      summary: 'Delete a question bank that no exam uses; it can be restored for 30 days',
    })
    .errors(failures('BANK_NOT_FOUND', 'BANK_IN_USE'))
    .input(byId)
    .output(byId),
  questions: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/banks/{id}/questions',
      summary: 'List the questions in a bank, with search, filters, and paging',
    })
    .errors(failures('BANK_NOT_FOUND'))
    .input(
      byId.extend({
        q: z.string().trim().max(200).default(''),
        tag: z.string().max(60).optional(),
        kind: z.enum(KIND_NAMES).optional(),
        page: pageNumber,
      }),
    )
    .output(pageOf(questionRow)),
  question: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/bank-questions/{id}',
      summary: 'Get a question with its versions and the exams that use it',
    })
    .errors(failures('QUESTION_NOT_FOUND'))
    .input(byId)
    .output(bankQuestion),
  addQuestion: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/banks/{id}/questions',
      summary: 'Add a question to a bank',
      successStatus: 201,
    })
    .errors(failures('BANK_NOT_FOUND'))
    .input(byId.extend(bankQuestionForm.shape))
    .output(byId),
  saveQuestion: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'PUT',
      path: '/admin/bank-questions/{id}',
      summary: 'Save a new version of a question',
    })
    .errors({
      ...failures('QUESTION_NOT_FOUND'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: bankQuestion }) },
    })
    .input(byId.extend({ ...bankQuestionForm.shape, version: z.int() }))
    .output(bankQuestion),
  removeQuestion: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/bank-questions/{id}',
      summary: 'Delete a question from its bank; it can be restored for 30 days',
    })
    .errors(failures('QUESTION_NOT_FOUND'))
    .input(byId)
    .output(byId),
  restore: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/trash/banks/{id}/restore',
      summary: 'Restore a deleted bank with its questions',
    })
    .errors(failures('BANK_NOT_FOUND'))
    .input(byId)
    .output(byId),
  restoreQuestion: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/trash/questions/{id}/restore',
      summary: 'Restore a question that was deleted from its bank',
    })
    .errors(failures('QUESTION_NOT_FOUND', 'BANK_NOT_FOUND'))
    .input(byId)
    .output(byId.extend({ bankId: z.uuid() })),
  imports: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/banks/{id}/imports', summary: 'List recent imports into a bank' })
    .errors(failures('BANK_NOT_FOUND'))
    .input(byId)
    .output(z.array(bankImport)),
  checkImport: adminProcedure
    .meta({ scope: 'admin:content:write', limitPerMinute: 30 })
    .route({
      method: 'POST',
      path: '/admin/banks/{id}/import-checks',
      summary: 'Preview an import of a file of at most 50 MB; saves nothing',
    })
    .errors(failures('BANK_NOT_FOUND', 'BODY_TOO_LARGE'))
    .input(importFile)
    .output(importReport),
  import: adminProcedure
    .meta({ scope: 'admin:content:write', limitPerMinute: 30 })
    .route({
      method: 'POST',
      path: '/admin/banks/{id}/import',
      summary: 'Import questions from a GIFT, Moodle XML, Aiken, or CSV file into a bank',
      successStatus: 201,
    })
    .errors(failures('BANK_NOT_FOUND', 'BODY_TOO_LARGE'))
    .input(importFile)
    .output(z.object({ id: z.uuid(), report: importReport })),
  importProgress: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/import-progress/{reading}',
      summary: 'Get how many questions of a file have been read',
    })
    .input(z.object({ reading: z.uuid() }))
    .output(
      z.object({
        /** Null when no file is being read under this id; a total of 0 before the questions are counted. */
        progress: z.object({ done: z.int(), total: z.int() }).nullable(),
      }),
    ),
  undoImport: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/bank-imports/{id}',
      summary: 'Undo an import; its questions move to the trash, and questions changed since then are kept',
    })
    .errors(failures('IMPORT_NOT_FOUND'))
    .input(byId)
    .output(z.object({ removed: z.int(), stayed: z.int() })),
};
