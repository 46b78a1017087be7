import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { createBank } from './create-bank.ts';
import { countPool } from './drawing/count-pool.ts';
import { getBank } from './get-bank.ts';
import { checkImport } from './imports/check-import.ts';
import { getImportProgress } from './imports/get-import-progress.ts';
import { importQuestions } from './imports/import-questions.ts';
import { listImports } from './imports/list-imports.ts';
import { undoImport } from './imports/undo-import.ts';
import { listBankTags } from './list-bank-tags.ts';
import { listBanks } from './list-banks.ts';
import { addQuestion } from './questions/add-question.ts';
import { getQuestion } from './questions/get-question.ts';
import { listQuestions } from './questions/list-questions.ts';
import { removeQuestion } from './questions/remove-question.ts';
import { restoreQuestion } from './questions/restore-question.ts';
import { saveQuestion } from './questions/save-question.ts';
import { removeBank } from './remove-bank.ts';
import { restoreBank } from './restore-bank.ts';
import { updateBank } from './update-bank.ts';

export function banksRoutes({ banks: os }: Implementer, services: Services): RoutesOf<'banks'> {
  return {
    list: os.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listBanks(reading, context.caller, input)),
    ),
    get: os.get.handler(({ context, input }) => getBank(services, context.caller, input)),
    options: os.options.handler(({ context }) =>
      fromReplica(services, (reading) => listBankTags(reading, context.caller)),
    ),
    count: os.count.handler(({ context, input }) => countPool(services, context.caller, input)),
    create: os.create.handler(({ context, input }) => createBank(services, context.caller, input)),
    update: os.update.handler(({ context, input }) => updateBank(services, context.caller, input)),
    remove: os.remove.handler(({ context, input }) => removeBank(services, context.caller, input)),
    questions: os.questions.handler(({ context, input }) =>
      fromReplica(services, (reading) => listQuestions(reading, context.caller, input)),
    ),
    question: os.question.handler(({ context, input }) => getQuestion(services, context.caller, input)),
    addQuestion: os.addQuestion.handler(({ context, input }) => addQuestion(services, context.caller, input)),
    saveQuestion: os.saveQuestion.handler(({ context, input }) =>
      saveQuestion(services, context.caller, input),
    ),
    imports: os.imports.handler(({ context, input }) =>
      fromReplica(services, (reading) => listImports(reading, context.caller, input)),
    ),
    checkImport: os.checkImport.handler(({ context, input, signal }) =>
      checkImport(services, context.caller, { ...input, signal }),
    ),
    import: os.import.handler(({ context, input, signal }) =>
      importQuestions(services, context.caller, { ...input, signal }),
    ),
    importProgress: os.importProgress.handler(({ context, input }) =>
      getImportProgress(context.caller, input),
    ),
    undoImport: os.undoImport.handler(({ context, input }) => undoImport(services, context.caller, input)),
    removeQuestion: os.removeQuestion.handler(({ context, input }) =>
      removeQuestion(services, context.caller, input),
    ),
    restore: os.restore.handler(({ context, input }) => restoreBank(services, context.caller, input)),
    restoreQuestion: os.restoreQuestion.handler(({ context, input }) =>
      restoreQuestion(services, context.caller, input),
    ),
  };
}
