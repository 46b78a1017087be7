import { useRef, useState } from 'react';
import { CONTENT_TYPES, type ContentType, SECTION_TYPES, type SectionType } from '#domain/courses/vocabulary';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { onEnter } from '#web/ui/fields/on-enter.ts';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import classes from '../course-form.module.css';
import { CONTENT_WORDS, KIND_WORDS } from './section-words.ts';

export interface NewSection {
  title: string;
  sectionType: SectionType;
  type: ContentType;
}

/** A new section: its title is required, the rest is written afterwards. */
export function AddSection({ onAdd }: { onAdd: (section: NewSection) => Promise<void> }) {
  const [title, setTitle] = useState('');
  const [sectionType, setSectionType] = useState<SectionType>('lesson');
  const [type, setType] = useState<ContentType>('text');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { busy, run } = useHeld(() => {
    if (title.trim() === '') {
      setFault(m.admin_section_title_missing());
      field.current?.focus();
      return null;
    }
    setFault(undefined);
    return onAdd({ title: title.trim(), sectionType, type }).then(
      () => setTitle((now) => (now === title ? '' : now)),
      // The failure was shown already; what was typed stays.
      () => undefined,
    );
  });
  return (
    <fieldset className={classes.add}>
      <legend>{m.admin_section_add_title()}</legend>
      <TextField
        ref={field}
        label={m.admin_section_title()}
        value={title}
        maxLength={200}
        error={fault}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={onEnter(run)}
      />
      <SelectField
        label={m.admin_section_kind()}
        value={sectionType}
        onChange={(event) => setSectionType(event.target.value as SectionType)}
      >
        {SECTION_TYPES.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_WORDS[kind]()}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={m.admin_section_type()}
        value={type}
        onChange={(event) => setType(event.target.value as ContentType)}
      >
        {CONTENT_TYPES.map((one) => (
          <option key={one} value={one}>
            {CONTENT_WORDS[one]()}
          </option>
        ))}
      </SelectField>
      <Button variant="secondary" busy={busy} onClick={run}>
        {m.admin_section_add()}
      </Button>
    </fieldset>
  );
}
