import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LabFault, WrittenLab } from '#contract/courses/lab-authoring';
import type { LabFiles } from '#domain/labs/lab-spec';
import { courseFormPath } from '#domain/site/admin-paths';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { excerpt } from '#web/ui/layout/difference.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Prose } from '#web/ui/prose/prose.tsx';
import classes from './author.module.css';
import { LabEditor } from './lab-editor.tsx';
import { StartLab } from './start-lab.tsx';
import { starterOf } from './templates.ts';
import { useLabSource } from './use-lab-source.ts';
import { useProof } from './use-proof.ts';

/** Where an author makes a lab that runs, proves it, and publishes it. */
export function LabEditorPage({ lab }: { lab: WrittenLab }) {
  const queryClient = useQueryClient();
  const proof = useProof(lab.id);
  const [refused, setRefused] = useState<{ source: LabFiles; faults: readonly LabFault[] } | null>(null);
  const changed = () => {
    queryClient.removeQueries({ queryKey: ['courses'] });
    queryClient.removeQueries({ queryKey: ['admin', 'course', lab.course.id] });
    queryClient.removeQueries({ queryKey: ['labs', lab.id] });
  };
  const editing = useLabSource(lab, {
    onSaved: ({ canRun }, isMerged) => {
      setRefused(null);
      toast({
        title: m.lab_author_published_title(),
        description: canRun ? m.lab_author_published_text() : m.lab_author_published_unproven(),
      });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      changed();
    },
    onFaults: (faults) => {
      setRefused({ source: editing.source, faults });
      toast({
        title: m.errors_lab_faulty_title(),
        description: m.errors_lab_faulty_description(),
        variant: 'destructive',
      });
    },
    onFailed: (error) => toastFailure(error, { title: m.lab_author_publish_failed() }),
  });
  const { draft, isDirty, isSent, replaceAll, source, stored } = editing;
  const adopt = (next: WrittenLab) => {
    editing.replace(next);
    changed();
  };
  return (
    <Page>
      <Heading lab={stored} onChanged={adopt} onRetire={draft.offer} />
      {draft.left && (
        <div className={classes.draft} role="status">
          <p>{draft.isOlder ? m.admin_draft_older() : m.admin_draft_found()}</p>
          <Button variant="secondary" size="sm" onClick={draft.restore}>
            {m.admin_draft_restore()}
          </Button>
          <Button variant="quiet" size="sm" onClick={draft.discard}>
            {m.admin_draft_discard()}
          </Button>
        </div>
      )}
      {Object.keys(source).length === 0 ? (
        <StartLab
          opensAgain={stored.canRun && stored.version === 0}
          onStart={(runner) => replaceAll(starterOf(runner))}
        />
      ) : (
        <LabEditor
          lab={stored}
          editing={editing}
          proof={proof}
          refused={refused}
          text={<Prose html={lab.html} />}
        />
      )}
      <LeaveGuard
        dirty={() => isDirty}
        isSent={isSent}
        text={draft.isKept ? m.ui_leave_kept() : m.ui_leave_here()}
      />
      {editing.conflict && (
        <ConflictDialog title={m.lab_author_conflict()} saving={editing} compare={compareFiles} />
      )}
    </Page>
  );
}

interface HeadingProps {
  lab: WrittenLab;
  onChanged: (lab: WrittenLab) => void;
  /** What is typed and not published is about to go. */
  onRetire: () => void;
}

function Heading({ lab, onChanged, onRetire }: HeadingProps) {
  const { course, id, key, source, title } = lab;
  const api = useApi();
  const [asks, setAsks] = useState(false);
  const retire = async () => {
    try {
      const retired = await api.labAuthoring.remove({ id });
      onRetire();
      onChanged(retired);
      const { version } = retired;
      const undo = () =>
        api.labAuthoring
          .save({ id, version, source: source ?? {} })
          .then(onChanged, (error) => toastFailure(error, { title: m.lab_author_publish_failed() }));
      toast({ title: m.lab_author_retired(), action: { label: m.labs_undo(), run: undo } });
    } catch (error) {
      toastFailure(error, { title: m.lab_author_retire_failed() });
    } finally {
      setAsks(false);
    }
  };
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: m.admin_courses_title(), to: '/admin/courses' },
          { label: course.title, to: courseFormPath(course.id) },
          { label: title },
        ]}
      />
      <PageHeader
        title={m.lab_author_title()}
        lead={title}
        actions={
          source !== null && (
            <>
              <Button variant="danger" onClick={() => setAsks(true)}>
                {m.lab_author_retire()}
              </Button>
              <LinkButton to="/admin/labs/$section/results" params={{ section: id }} variant="secondary">
                {m.grades_lab_results()}
              </LinkButton>
              <LinkButton
                to="/courses/$slug/learn/$section"
                params={{ slug: course.slug, section: key }}
                variant="secondary"
                target="_blank"
              >
                {m.lab_author_view()}
              </LinkButton>
            </>
          )
        }
      />
      <ConfirmDialog
        open={asks}
        title={m.lab_author_retire_title()}
        text={m.lab_author_retire_text()}
        confirm={m.lab_author_retire()}
        onCancel={() => setAsks(false)}
        onConfirm={retire}
      />
    </>
  );
}

/** The files in which two versions differ, around the first place that does. */
function compareFiles(mine: LabFiles, theirs: LabFiles) {
  const paths = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return paths
    .filter((path) => mine[path] !== theirs[path])
    .map((path) => ({ key: path, field: path, ...excerpt(mine[path] ?? '', theirs[path] ?? '') }));
}
