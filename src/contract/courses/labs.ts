import { z } from 'zod';
import { isoTime, pageNumber, pageOf } from '../paging.ts';
import { adminProcedure, failures, memberProcedure, publicProcedure } from '../procedure.ts';
import { briefVerdict, keptFiles, labFiles, labVerdict, visibleSpec } from './lab-shapes.ts';

export const LAB_RUN_STATES = ['queued', 'running', 'done', 'failed'] as const;

/** A submission. `failed`: it could not be judged, which is never "not passed". */
const labRun = z.object({
  id: z.uuid(),
  state: z.enum(LAB_RUN_STATES),
  /** How many wait in front; 0 when it is its turn. */
  place: z.int().min(0),
  verdict: labVerdict.nullable(),
  submittedAt: isoTime,
});
export type LabRun = z.infer<typeof labRun>;
const keptRun = labRun.extend({ files: keptFiles });
export type KeptLabRun = z.infer<typeof keptRun>;
/** One of a list; its own request answers its files and what each check found. */
const listedRun = labRun.extend({
  verdict: briefVerdict.nullable(),
  /** Of the newest ones, for pages of the release before. */
  files: keptFiles.optional().meta({ deprecated: true }),
});
export type ListedLabRun = z.infer<typeof listedRun>;

const work = z.object({ files: keptFiles, version: z.int().min(0) });
export type LabWork = z.infer<typeof work>;

const lab = z.object({
  spec: visibleSpec,
  /** What one starts with. */
  start: labFiles,
  files: keptFiles,
  /** Of the own work; 0 before anything was saved. */
  version: z.int().min(0),
  /** Those that were opened. */
  hints: z.array(z.string()),
  passedAt: isoTime.nullable(),
  run: labRun.nullable(),
  solutionAllowed: z.boolean(),
  /** Whether the server decides. Otherwise nothing can be submitted, and learners mark the lab as done themselves. */
  judged: z.boolean(),
});
export type Lab = z.infer<typeof lab>;

/** A lab that visitors may try, with its visible checks and the files that it starts with. */
const featuredLab = z.object({
  key: z.string(),
  title: z.string(),
  course: z.object({ slug: z.string(), title: z.string() }),
  spec: visibleSpec,
  files: labFiles,
});
export type FeaturedLab = z.infer<typeof featuredLab>;

const stuckPoint = z.object({
  check: z.string(),
  name: z.string(),
  hidden: z.boolean(),
  /** Learners whose last submission fails it, and learners who handed anything in. */
  failing: z.int(),
  learners: z.int(),
});

export type StuckPoint = z.infer<typeof stuckPoint>;

const submission = listedRun.extend({ learner: z.object({ id: z.uuid(), name: z.string() }) });

/** A learner who submitted something in a lab. */
const labLearner = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  attempts: z.int(),
  /** Of the best submission; null while none was judged. */
  points: z.int().nullable(),
  latestAt: isoTime,
  passedAt: isoTime.nullable(),
  /** From the first submission to the first that passed. */
  secondsToPass: z.number().nullable(),
});
const labLearners = pageOf(labLearner).extend({
  title: z.string(),
  course: z.object({ id: z.uuid(), title: z.string() }),
  /** How many of all learners here passed. */
  passed: z.int(),
  /** What all checks are worth. */
  most: z.int(),
});
export type LabLearners = z.infer<typeof labLearners>;

export type LabSubmission = z.infer<typeof submission>;

const labSolutions = z.object({
  /** What everybody begins with. */
  start: labFiles,
  /** Of the learners who passed last, at most 200. */
  solutions: z.array(z.object({ userId: z.uuid(), name: z.string(), files: keptFiles })),
});
export type LabSolution = z.infer<typeof labSolutions>['solutions'][number];

const bySection = z.object({ id: z.uuid() });
const opening = failures('LAB_NOT_FOUND', 'TIER_REQUIRED', 'NOT_ENROLLED', 'SECTION_LOCKED');
const conflict = { VERSION_CONFLICT: { status: 409, data: z.object({ current: work }) } };

export const labs = {
  featured: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone' })
    .route({
      method: 'GET',
      path: '/featured-lab',
      summary: 'Get the lab that visitors try on the landing page',
    })
    .output(z.object({ lab: featuredLab.nullable() })),
  get: memberProcedure
    .meta({ scope: 'learning:read' })
    .route({ method: 'GET', path: '/labs/{id}', summary: 'Get a lab with your work in it' })
    .errors(opening)
    .input(bySection)
    .output(lab),
  saveFiles: memberProcedure
    .meta({ scope: 'learning:write', limitPerMinute: 120 })
    .route({ method: 'PUT', path: '/labs/{id}/work', summary: 'Save your work in a lab' })
    .errors({ ...opening, ...conflict, ...failures('LAB_FILE_REFUSED') })
    .input(bySection.extend({ files: labFiles, baseVersion: z.int().min(0) }))
    .output(z.object({ version: z.int() })),
  reset: memberProcedure
    .meta({ scope: 'learning:write' })
    .route({ method: 'POST', path: '/labs/{id}/reset', summary: 'Start a lab again from its first files' })
    .errors({ ...opening, ...conflict })
    .input(bySection.extend({ baseVersion: z.int().min(0) }))
    .output(work),
  submit: memberProcedure
    .meta({ scope: 'learning:write', limitPerMinute: 30 })
    .route({ method: 'POST', path: '/labs/{id}/submissions', summary: 'Submit your saved work in a lab' })
    .errors({ ...opening, ...conflict, ...failures('LABS_OFF') })
    .input(bySection.extend({ version: z.int().min(0) }))
    .output(z.object({ runId: z.uuid(), place: z.int().min(0) })),
  runs: memberProcedure
    .meta({ scope: 'learning:read', limitPerMinute: 60 })
    .route({ method: 'GET', path: '/labs/{id}/runs', summary: 'List your submissions in a lab' })
    .errors(opening)
    .input(bySection)
    .output(z.array(listedRun)),
  run: memberProcedure
    .meta({ scope: 'learning:read', limitPerMinute: 300 })
    .route({ method: 'GET', path: '/lab-runs/{runId}', summary: 'Get one of your submissions in a lab' })
    .errors(failures('RUN_NOT_FOUND'))
    .input(z.object({ runId: z.uuid() }))
    .output(keptRun),
  openHint: memberProcedure
    .meta({ scope: 'learning:write' })
    .route({ method: 'POST', path: '/labs/{id}/hints', summary: 'Open the next hint of a lab' })
    .errors(opening)
    .input(bySection)
    .output(z.object({ hints: z.array(z.string()) })),
  solution: memberProcedure
    .meta({ scope: 'learning:read' })
    .route({ method: 'GET', path: '/labs/{id}/solution', summary: 'Get the solution of a lab you passed' })
    .errors({ ...opening, ...failures('SOLUTION_CLOSED') })
    .input(bySection)
    .output(z.object({ files: labFiles })),
  learners: adminProcedure
    .meta({ scope: 'admin:reports:read' })
    .route({
      method: 'GET',
      path: '/admin/labs/{id}/learners',
      summary: 'List the learners who submitted something in a lab',
    })
    .errors(failures('LAB_NOT_FOUND'))
    .input(bySection.extend({ page: pageNumber }))
    .output(labLearners),
  solutions: adminProcedure
    .meta({ scope: 'admin:reports:read', limitPerMinute: 30 })
    .route({
      method: 'GET',
      path: '/admin/labs/{id}/solutions',
      summary: 'List the latest passing submission of each learner in a lab',
    })
    .errors(failures('LAB_NOT_FOUND'))
    .input(bySection)
    .output(labSolutions),
  stuck: adminProcedure
    .meta({ scope: 'admin:reports:read' })
    .route({ method: 'GET', path: '/admin/labs/{id}/stuck', summary: 'List which checks of a lab fail most' })
    .errors(failures('LAB_NOT_FOUND'))
    .input(bySection)
    .output(z.array(stuckPoint)),
  submissions: adminProcedure
    .meta({ scope: 'admin:reports:read' })
    .route({
      method: 'GET',
      path: '/admin/labs/{id}/runs',
      summary: 'List the latest 100 submissions in a lab',
    })
    .errors(failures('LAB_NOT_FOUND'))
    .input(bySection)
    .output(z.array(submission)),
  submission: adminProcedure
    .meta({ scope: 'admin:reports:read' })
    .route({
      method: 'GET',
      path: '/admin/lab-runs/{runId}',
      summary: 'Get a submission in a lab with its files',
    })
    .errors(failures('RUN_NOT_FOUND'))
    .input(z.object({ runId: z.uuid() }))
    .output(keptRun),
};
