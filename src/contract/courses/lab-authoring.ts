import { z } from 'zod';
import { LAB_LIMITS, type LabCheck, type LabFiles } from '#domain/labs/lab-spec';
import { m } from '../../messages/messages.js';
import { adminProcedure, failures } from '../procedure.ts';
import { says } from '../says.ts';
import { labCheck, labFiles, labVerdict, visibleSpec } from './lab-shapes.ts';

/** More than a lab may hold, so that the reply can say what is too much. */
const MAX = { files: 4 * LAB_LIMITS.files, text: 2 * LAB_LIMITS.bytes, path: 300 };

/** The files of a lab's folder, as the author writes them: `lab.yaml`, `files/…`, `given/…`, `solution/…`. */
const labSource: z.ZodType<LabFiles, LabFiles> = z
  .record(z.string().max(MAX.path), z.string().max(MAX.text))
  .refine(
    (files) => Object.keys(files).length <= MAX.files,
    says(() => m.faults_at_most_files({ number: MAX.files })),
  );

const labFault = z.object({
  /** Path in the folder of the lab; empty: the lab as a whole. */
  file: z.string(),
  line: z.int().min(1).nullable(),
  said: z.string(),
});
export type LabFault = z.infer<typeof labFault>;

const writtenLab = z.object({
  id: z.uuid(),
  course: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }),
  key: z.string(),
  title: z.string(),
  /** Its text, as learners read it. */
  html: z.string(),
  /** Of the lab; 0: it never ran. */
  version: z.int().min(0),
  /** Null: the section is a text. */
  source: labSource.nullable(),
  /** Whether code may run on this server; otherwise nothing is proven. */
  canRun: z.boolean(),
});
export type WrittenLab = z.infer<typeof writtenLab>;

const bySection = z.object({ id: z.uuid() });
const withSource = bySection.extend({ source: labSource });
const faulty = { LAB_FAULTY: { status: 422, data: z.object({ faults: z.array(labFault) }) } } as const;
const notFound = failures('LAB_NOT_FOUND');

export const labAuthoring = {
  get: adminProcedure
    .meta({ scope: 'admin:content:read', media: 'signed' })
    .route({ method: 'GET', path: '/admin/labs/{id}/source', summary: 'Get the files of a lab' })
    .errors(notFound)
    .input(bySection)
    .output(writtenLab),
  read: adminProcedure
    .meta({ scope: 'admin:content:read', limitPerMinute: 120 })
    .route({
      method: 'POST',
      path: '/admin/labs/{id}/read',
      summary: 'Read a draft lab: its errors, or the lab as a learner would see it; saves nothing',
    })
    .errors(notFound)
    .input(withSource)
    .output(
      z.object({
        faults: z.array(labFault),
        lab: z.object({ spec: visibleSpec, files: labFiles, hints: z.array(z.string()) }).nullable(),
      }),
    ),
  prove: adminProcedure
    .meta({ scope: 'admin:content:read', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/admin/labs/{id}/prove',
      summary: 'Run the solution and the starting files of a draft lab; saves nothing',
    })
    .errors({ ...notFound, ...failures('LABS_OFF') })
    .input(withSource)
    .output(
      z.object({
        faults: z.array(labFault),
        /** All of them: nothing is hidden from the author. */
        checks: z.array(labCheck) as unknown as z.ZodType<LabCheck[], LabCheck[]>,
        /** Null: the solution couldn't be run. */
        solved: labVerdict.nullable(),
      }),
    ),
  try: adminProcedure
    .meta({ scope: 'admin:content:read', limitPerMinute: 20 })
    .route({
      method: 'POST',
      path: '/admin/labs/{id}/try',
      summary: 'Check files in a draft lab as if a learner submitted them; saves nothing',
    })
    .errors({ ...notFound, ...faulty, ...failures('LABS_OFF') })
    .input(withSource.extend({ files: labFiles }))
    .output(z.object({ verdict: labVerdict.nullable() })),
  save: adminProcedure
    .meta({ scope: 'admin:content:write', limitPerMinute: 20, media: 'signed' })
    .route({
      method: 'PUT',
      path: '/admin/labs/{id}/source',
      summary: 'Publish a lab whose solution passes every check',
    })
    .errors({
      ...notFound,
      ...faulty,
      VERSION_CONFLICT: { status: 409, data: z.object({ current: writtenLab }) },
    })
    .input(withSource.extend({ version: z.int().min(0) }))
    .output(writtenLab),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write', media: 'signed' })
    .route({
      method: 'DELETE',
      path: '/admin/labs/{id}/source',
      summary: 'Make a lab a text again; learners keep their passes',
    })
    .errors(notFound)
    .input(bySection)
    .output(writtenLab),
};
