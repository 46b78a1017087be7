import type { Implementer } from '#server/implementer';
import type { Services } from '#server/services';
import { getAttempt } from './get-attempt.ts';
import { getExam } from './get-exam.ts';
import { getFile } from './get-file.ts';
import { goForward } from './go-forward.ts';
import { keepLateAnswer } from './keep-late-answer.ts';
import { practiceMissed } from './practice-missed.ts';
import { saveAnswer } from './save-answer.ts';
import { startAttempt } from './start-attempt.ts';
import { submitAttempt } from './submit-attempt.ts';
import { tryExam } from './try-exam.ts';
import { uploadFile } from './upload-file.ts';

export function examRoutes({ exams: os }: Implementer, services: Services) {
  return {
    get: os.get.handler(({ context, input }) => getExam(services, context.caller, input)),
    start: os.start.handler(({ context, input }) => startAttempt(services, context.caller, input)),
    attempt: os.attempt.handler(({ context, input }) => getAttempt(services, context.caller, input)),
    save: os.save.handler(({ context, input }) => saveAnswer(services, context.caller, input)),
    late: os.late.handler(({ context, input }) => keepLateAnswer(services, context.caller, input)),
    try: os.try.handler(({ context, input }) => tryExam(services, context.caller, input)),
    practice: os.practice.handler(({ context, input }) => practiceMissed(services, context.caller, input)),
    upload: os.upload.handler(({ context, input }) => uploadFile(services, context.caller, input)),
    file: os.file.handler(({ context, input }) =>
      getFile(services, context.caller, { ...input, resHeaders: context.resHeaders }),
    ),
    next: os.next.handler(({ context, input }) => goForward(services, context.caller, input)),
    submit: os.submit.handler(({ context, input }) => submitAttempt(services, context.caller, input)),
  };
}
