import { Component, type ReactNode } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import { m } from '#web/lib/messages.ts';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';

interface OtherwiseProps {
  children: ReactNode;
  /** Shown where the children can't be drawn. */
  otherwise: ReactNode;
}

/** Draws something else where a part of the page can't be fetched: an exam goes on without it. */
export class Otherwise extends Component<OtherwiseProps, { isLost: boolean }> {
  override state = { isLost: false };

  static getDerivedStateFromError() {
    return { isLost: true };
  }

  override render() {
    return this.state.isLost ? this.props.otherwise : this.props.children;
  }
}

interface PlainFilesProps {
  files: LabFiles;
  labelledBy: string;
  onChange: (files: LabFiles) => void;
}

/** The files in plain fields, for when the editor can't be loaded. */
export function PlainFiles({ files, labelledBy, onChange }: PlainFilesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the prompt, which is more than a legend may hold.
    <div role="group" aria-labelledby={labelledBy}>
      <p role="status">{m.exams_code_plain()}</p>
      {Object.entries(files).map(([path, text]) => (
        <TextAreaField
          key={path}
          label={path}
          rows={14}
          spellCheck={false}
          value={text}
          onChange={({ target: { value } }) => onChange({ ...files, [path]: value })}
        />
      ))}
    </div>
  );
}
