import { m } from '#web/lib/messages.ts';
import { TagInput } from '#web/ui/fields/tag-input.tsx';
import classes from './author.module.css';
import type { Fault } from './faults.ts';
import type { FormQuestion } from './form-question.ts';
import { LessonField } from './lesson-field.tsx';

interface QuestionTopicsProps {
  question: FormQuestion;
  onChange: (question: FormQuestion) => void;
  fault: Fault;
}

/** What a question of an exam is about: its topics, and the lesson to read again. */
export function QuestionTopics({ fault, onChange, question }: QuestionTopicsProps) {
  const { lesson: _lesson, tags: _tags, ...rest } = question;
  const change = (tags: readonly string[], lesson: string | undefined) =>
    onChange({ ...rest, ...(tags.length > 0 && { tags: [...tags] }), ...(lesson && { lesson }) });
  const { lesson, tags = [] } = question;
  return (
    <div className={classes.pair}>
      <TagInput
        label={m.author_topics()}
        help={m.author_topics_help()}
        value={tags}
        error={fault('tags') ?? fault('tags.0')}
        onChange={(next) => change(next, lesson)}
      />
      <LessonField value={lesson} error={fault('lesson')} onChange={(next) => change(tags, next)} />
    </div>
  );
}
