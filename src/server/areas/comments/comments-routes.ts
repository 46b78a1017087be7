import { fromReplica } from '#server/from-replica';
import type { Implementer, RoutesOf } from '#server/implementer';
import type { Services } from '#server/services';
import { addComment } from './add-comment.ts';
import { decideReports } from './decide-reports.ts';
import { editComment } from './edit-comment.ts';
import { hideComment } from './hide-comment.ts';
import { listAllComments } from './list-all-comments.ts';
import { listComments } from './list-comments.ts';
import { listReplies } from './list-replies.ts';
import { listReported } from './list-reported.ts';
import { removeComment } from './remove-comment.ts';
import { reportComment } from './report-comment.ts';
import { undoDecision } from './undo-decision.ts';
import { unhideComment } from './unhide-comment.ts';

export function commentsRoutes({ comments }: Implementer, services: Services): RoutesOf<'comments'> {
  return {
    list: comments.list.handler(({ context, input }) =>
      fromReplica(services, (reading) => listComments(reading, context.caller, input)),
    ),
    replies: comments.replies.handler(({ context, input }) =>
      fromReplica(services, (reading) => listReplies(reading, context.caller, input)),
    ),
    add: comments.add.handler(({ context, input }) => addComment(services, context.caller, input)),
    edit: comments.edit.handler(({ context, input }) => editComment(services, context.caller, input)),
    remove: comments.remove.handler(({ context, input }) => removeComment(services, context.caller, input)),
    report: comments.report.handler(({ context, input }) => reportComment(services, context.caller, input)),
    hide: comments.hide.handler(({ context, input }) => hideComment(services, context.caller, input)),
    unhide: comments.unhide.handler(({ context, input }) => unhideComment(services, context.caller, input)),
    all: comments.all.handler(({ context, input }) =>
      fromReplica(services, (reading) => listAllComments(reading, context.caller, input)),
    ),
    reported: comments.reported.handler(({ context, input }) =>
      fromReplica(services, (reading) => listReported(reading, context.caller, input)),
    ),
    decide: comments.decide.handler(({ context, input }) => decideReports(services, context.caller, input)),
    undo: comments.undo.handler(({ context, input }) => undoDecision(services, context.caller, input)),
  };
}
