import { z } from 'zod';
import { closesBeforeOpening } from '#domain/exams/exam-settings';
import { m } from '../../messages/messages.js';
import { isoTime } from '../paging.ts';
import { adminProcedure, failures } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';

const moment = z.iso.datetime({ offset: true, error: () => m.faults_must_be_a_date_and_time_2() }).nullable();
const whole = (most: number) =>
  z
    .int(says(m.faults_must_be_a_whole_number_2))
    .min(
      0,
      says(() => m.faults_must_be_or_more({ number: 0 })),
    )
    .max(
      most,
      says(() => m.faults_must_be_at_most({ number: most })),
    );

const fields = z.object({
  /** Null: at every exam. */
  sectionId: z.uuid().nullable(),
  extraPercent: whole(1000).default(0),
  extraMinutes: whole(10_000).default(0),
  extraAttempts: whole(100).default(0),
  /** Null: as the exam says. */
  opensAt: moment.default(null),
  closesAt: moment.default(null),
  reason: z.string().trim().min(1, says(m.faults_reason_is_required)).max(1000, atMostCharacters(1000)),
});
export type AccommodationForm = z.output<typeof fields>;

/** Something must be granted, and an exam cannot close before it opens. */
function refuseNothing(form: AccommodationForm, context: z.RefinementCtx): void {
  const { closesAt, extraAttempts, extraMinutes, extraPercent, opensAt } = form;
  if (extraPercent + extraMinutes + extraAttempts === 0 && opensAt === null && closesAt === null)
    context.addIssue({
      code: 'custom',
      message: m.faults_add_extra_time_extra_attempts_or_different(),
      path: ['extraPercent'],
    });
  if (closesBeforeOpening(form))
    context.addIssue({
      code: 'custom',
      message: m.faults_must_be_after_the_opening_date(),
      path: ['closesAt'],
    });
}

/** What a person is granted beyond the rules of an exam. */
export const accommodationForm = fields.superRefine(refuseNothing);

const granted = fields.extend({
  id: z.uuid(),
  /** Null: every exam. */
  exam: z.string().nullable(),
  course: z.string().nullable(),
  grantedAt: isoTime,
});
export type Granted = z.infer<typeof granted>;

const everything = z.object({
  items: z.array(granted),
  /** The exams that the person studies, to choose from. */
  exams: z.array(z.object({ sectionId: z.uuid(), exam: z.string(), course: z.string() })),
});
export type Accommodations = z.infer<typeof everything>;

const ofUser = z.object({ userId: z.uuid() });

export const accommodations = {
  list: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/users/{userId}/accommodations',
      summary: "List a user's exam accommodations",
    })
    .errors(failures('USER_NOT_FOUND'))
    .input(ofUser)
    .output(everything),
  save: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'PUT',
      path: '/admin/users/{userId}/accommodations',
      summary:
        'Add or update an accommodation (extra time, extra attempts, or different dates) for one exam or all exams; also applies to attempts in progress',
    })
    .errors({
      ...failures('USER_NOT_FOUND', 'SECTION_NOT_FOUND'),
      /** What is granted there now; null: nothing. */
      VERSION_CONFLICT: { status: 409, data: z.object({ current: granted.nullable() }) },
    })
    /** `base`: what the change began with, left out where nothing was granted; refused where it is not what is granted now. */
    .input(ofUser.extend({ ...fields.shape, base: fields.optional() }).superRefine(refuseNothing))
    .output(everything),
  remove: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/users/{userId}/accommodations/{id}',
      summary: 'Remove an accommodation; attempts in progress keep their extra time',
    })
    .errors(failures('USER_NOT_FOUND'))
    .input(ofUser.extend({ id: z.uuid() }))
    .output(everything),
};
