import type { ReactNode } from 'react';
import type { Fault } from '../author/faults.ts';
import type { FormQuestion } from '../author/form-question.ts';
import { CategoriseEditor } from './categorise/categorise-editor.tsx';
import { CodeQuestionEditor } from './code/code-question-editor.tsx';
import { EssayEditor } from './essay/essay-editor.tsx';
import { FileEditor } from './file/file-editor.tsx';
import { GapsEditor } from './gaps/gaps-editor.tsx';
import { HotspotEditor } from './hotspot/hotspot-editor.tsx';
import { MatchEditor } from './match/match-editor.tsx';
import { MultipleEditor } from './multiple/multiple-editor.tsx';
import { NumberEditor } from './number/number-editor.tsx';
import { OrderEditor } from './order/order-editor.tsx';
import { SingleEditor } from './single/single-editor.tsx';
import { TextEditor } from './text/text-editor.tsx';
import { TrueFalseEditor } from './true-false/true-false-editor.tsx';

interface AnyKindProps {
  question: FormQuestion;
  onChange: (question: FormQuestion) => void;
  fault: Fault;
}

/** What is particular to a question's kind. A new kind is a folder with its editor and a line here. */
export function KindEditor({ question, ...rest }: AnyKindProps): ReactNode {
  switch (question.kind) {
    case 'single':
      return <SingleEditor question={question} {...rest} />;
    case 'multiple':
      return <MultipleEditor question={question} {...rest} />;
    case 'true-false':
      return <TrueFalseEditor question={question} {...rest} />;
    case 'number':
      return <NumberEditor question={question} {...rest} />;
    case 'text':
      return <TextEditor question={question} {...rest} />;
    case 'gaps':
      return <GapsEditor question={question} {...rest} />;
    case 'order':
      return <OrderEditor question={question} {...rest} />;
    case 'match':
      return <MatchEditor question={question} {...rest} />;
    case 'categorise':
      return <CategoriseEditor question={question} {...rest} />;
    case 'essay':
      return <EssayEditor question={question} {...rest} />;
    case 'file':
      return <FileEditor question={question} {...rest} />;
    case 'code':
      return <CodeQuestionEditor question={question} {...rest} />;
    case 'hotspot':
      return <HotspotEditor question={question} {...rest} />;
  }
}
