import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { getAttempt } from './attempts/get-attempt.ts';
import { goForward } from './attempts/go-forward.ts';
import { saveAnswer } from './attempts/save-answer.ts';
import { startAttempt } from './attempts/start-attempt.ts';
import { submitAttempt } from './attempts/submit-attempt.ts';
import { uploadFile } from './attempts/upload-file.ts';
import { keepLateAnswer } from './late/keep-late-answer.ts';
import { getFile } from './marking/get-file.ts';
import { getExam } from './paper/get-exam.ts';
import { tryExam } from './paper/try-exam.ts';
import { practiceMissed } from './results/practice-missed.ts';

export function examsRoutes({ exams: os }: Implementer, services: Services): RoutesOf<'exams'> {
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
