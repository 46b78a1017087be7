import { useContext } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { CONTENT_TYPES } from '#domain/courses/vocabulary';
import { m } from '#web/lib/messages.ts';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { FileSource } from '#web/ui/media/file-source.tsx';
import { MarkdownEditor } from '#web/ui/writing/markdown-editor.tsx';
import classes from '../course-form.module.css';
import { FormKind } from '../form-kind.ts';
import type { CourseValues } from '../form-values.ts';
import { ChapterField } from './chapter-field.tsx';
import { ExamFields } from './exam-fields.tsx';
import { KindField } from './kind-field.tsx';
import { LabFields } from './lab-fields.tsx';
import { SectionRules } from './section-rules.tsx';
import { CONTENT_WORDS } from './section-words.ts';

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;

/** Everything of one section, its text with the editor. */
export function SectionFields({ courseId, index }: { courseId: string | null; index: number }) {
  const { formState, register, setValue, watch } = useFormContext<CourseValues>();
  const kind = useContext(FormKind);
  const errors = formState.errors.content?.[index];
  const path = `content.${index}` as const;
  const text = useController<CourseValues, `content.${number}.content`>({ name: `${path}.content` });
  const isVideo = watch(`${path}.type`) === 'video';
  return (
    <div className={classes.rowBody}>
      <TextField
        label={m.admin_section_title()}
        error={errors?.title?.message}
        {...register(`${path}.title`)}
      />
      {kind === 'course' && <ChapterField index={index} />}
      <div className={classes.pair}>
        <KindField index={index} />
        <SelectField label={m.admin_section_type()} {...register(`${path}.type`)}>
          {CONTENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {CONTENT_WORDS[type]()}
            </option>
          ))}
        </SelectField>
      </div>
      {isVideo && (
        <div className={classes.pair}>
          <div>
            <TextField
              label={m.admin_section_video()}
              help={m.admin_section_video_help()}
              error={errors?.videoUrl?.message}
              {...register(`${path}.videoUrl`)}
            />
            <FileSource
              use="file"
              type="videos"
              accept=".mp4,.webm"
              label={m.media_video_upload()}
              onFile={({ address }) => setValue(`${path}.videoUrl`, address, CHANGED)}
            />
          </div>
          <div>
            <TextField
              label={m.admin_section_captions()}
              help={m.admin_section_captions_help()}
              error={errors?.captionsUrl?.message}
              {...register(`${path}.captionsUrl`)}
            />
            <FileSource
              use="file"
              type="captions"
              accept=".vtt"
              label={m.media_captions_upload()}
              onFile={({ address }) => setValue(`${path}.captionsUrl`, address, CHANGED)}
            />
          </div>
        </div>
      )}
      {kind === 'course' && watch(`${path}.sectionType`) === 'lab' && <LabFields index={index} />}
      {kind === 'course' && <SectionRules index={index} />}
      <MarkdownEditor
        ref={text.field.ref}
        label={m.admin_section_content()}
        error={errors?.content?.message}
        value={text.field.value ?? ''}
        onChange={text.field.onChange}
        onBlur={text.field.onBlur}
        runs
      />
      {watch(`${path}.sectionType`) === 'exam' && <ExamFields courseId={courseId} index={index} />}
    </div>
  );
}
