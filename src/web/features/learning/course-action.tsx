import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OpenCourse } from '#contract/courses/course-shapes';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './course-action.module.css';
import { ProgressLine } from './progress-line.tsx';
import { keepProgress, progressQuery } from './queries.ts';

/** What a member can do next with a course: enrol, begin, go on, or read it again. */
export function CourseAction({ course }: { course: OpenCourse }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data } = useQuery(progressQuery(api, course.id));
  const [busy, setBusy] = useState(false);
  const action = useRef<HTMLDivElement>(null);
  const began = useRef(false);
  const enrolled = data?.enrolled;
  // The button is gone once one is enrolled: the focus goes on to the course.
  useEffect(() => {
    if (enrolled && began.current) action.current?.querySelector('a')?.focus();
  }, [enrolled]);
  const enrol = async () => {
    setBusy(true);
    began.current = true;
    try {
      keepProgress(queryClient, course.id, await api.learning.enrol({ courseId: course.id }));
      toast({ title: m.learning_enrolled(), description: m.learning_enrolled_text() });
    } catch (error) {
      toastFailure(error, { title: m.learning_enrol_failed() });
    } finally {
      setBusy(false);
    }
  };
  if (!data) return <div className={classes.action} aria-busy="true" />;
  const needs = data.locks.find(({ course: first }) => first !== null)?.course;
  const first = course.sections[0];
  if (!data.enrolled)
    return (
      <div className={classes.action}>
        {needs && (
          <p className={classes.needs}>
            <TextLink to="/courses/$slug" params={{ slug: needs.slug }}>
              {m.learning_needs_course({ title: needs.title })}
            </TextLink>
          </p>
        )}
        <div className={classes.ways}>
          <Button size="lg" busy={busy} onClick={enrol}>
            {busy ? m.learning_enrolling() : m.learning_enrol()}
          </Button>
          {first && !course.guided && (
            <LinkButton
              to="/courses/$slug"
              params={{ slug: course.slug }}
              search={{ section: first.key }}
              hash="section"
              size="lg"
              variant="secondary"
            >
              {m.courses_start()}
            </LinkButton>
          )}
        </div>
      </div>
    );
  const next = course.sections.find(({ key }) => key === data.resumeKey);
  const words = data.completedAt
    ? m.learning_again()
    : data.sections.length === 0
      ? m.learning_start()
      : m.learning_continue({ title: next?.title ?? '' });
  return (
    <div ref={action} className={classes.action}>
      {next && (
        <LinkButton
          to="/courses/$slug/learn/$section"
          params={{ slug: course.slug, section: next.key }}
          size="lg"
        >
          {words}
        </LinkButton>
      )}
      <div className={classes.state}>
        <ProgressLine title={course.title} done={data.done} total={data.total} />
        <LeaveCourse courseId={course.id} />
      </div>
    </div>
  );
}

function LeaveCourse({ courseId }: { courseId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const leave = async () => {
    try {
      await api.learning.leave({ courseId });
      await queryClient.invalidateQueries({ queryKey: ['learning'] });
      toast({ title: m.learning_left(), description: m.learning_left_text() });
    } catch (error) {
      toastFailure(error, { title: m.learning_leave_failed() });
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
        {m.learning_leave()}
      </Button>
      <ConfirmDialog
        open={asking}
        title={m.learning_leave()}
        text={m.learning_leave_text()}
        confirm={m.learning_leave()}
        onCancel={() => setAsking(false)}
        onConfirm={leave}
      />
    </>
  );
}
