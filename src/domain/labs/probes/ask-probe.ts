import type { Probe } from '../lab-spec.ts';
import { askDom, askHttp } from './ask-page.ts';
import { askRun, askShell } from './ask-program.ts';
import { askAnswer, askSql } from './ask-rows.ts';
import { askCall, askEval } from './ask-value.ts';
import type { Asked, Finding } from './finding.ts';

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
