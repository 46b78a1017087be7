import { askDom, askHttp } from './ask-page.ts';
import { askRun, askShell } from './ask-program.ts';
import { askAnswer, askSql } from './ask-rows.ts';
import { askCall, askEval } from './ask-value.ts';
import type { LabFiles, Probe } from './lab-spec.ts';
import type { Answer, Question } from './question.ts';

export interface Asked {
  ask(question: Question): Promise<Answer>;
  readonly files: LabFiles;
}

/** What a probe found; `answer` is the one that decided. */
export interface Finding {
  readonly ok: boolean;
  readonly asked?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly where?: string;
  readonly answer: Answer;
}

export function askProbe(probe: Probe, asked: Asked): Promise<Finding> {
  switch (probe.kind) {
    case 'call':
      return askCall(probe, asked);
    case 'eval':
      return askEval(probe, asked);
    case 'run':
      return askRun(probe, asked);
    case 'answer':
      return askAnswer(probe, asked);
    case 'sql':
      return askSql(probe, asked);
    case 'sh':
      return askShell(probe, asked);
    case 'http':
      return askHttp(probe, asked);
    case 'dom':
      return askDom(probe, asked);
  }
}
