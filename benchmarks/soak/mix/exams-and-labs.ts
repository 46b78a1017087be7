import { QUESTIONS } from '../../seed-learners.ts';
import type { Learner } from '../seed-world.ts';
import { type Context, type Habit, request, rested } from './request.ts';

/** Where all candidates sit. */
const SCHOOL_ADDRESS = { 'x-forwarded-for': '203.0.113.7' };
let turn = 0;

/** Who has saved work that nobody has submitted. */
const savers: Learner[] = [];
const MAX_SAVERS = 100;
/** Runs that are being judged, and whose they are. */
const runs: { readonly id: string; readonly own: Learner }[] = [];

/** People at an exam and in a lab. */
export const EXAMS_AND_LABS: readonly Habit[] = [
  {
    name: 'answer save behind one address',
    // Of as many candidates as requests in a second: each saves every five seconds.
    weight: 200,
    ask: (context) => {
      const own = candidate(context, turn++);
      own.seq += 1;
      return {
        call: request(context, 'PUT', `/api/exam-attempts/${own.saving}/answers`, {
          cookie: own.cookie,
          headers: SCHOOL_ADDRESS,
          body: {
            writer: own.writer,
            seq: own.seq,
            question: `q-${(own.seq % QUESTIONS) + 1}`,
            answer: `x${own.seq}`,
          },
        }),
      };
    },
  },
  {
    name: 'attempt',
    weight: 10,
    ask: (context) => {
      const own = context.random.of(context.world.learners);
      return { call: request(context, 'GET', `/api/exam-attempts/${own.saving}`, { cookie: own.cookie }) };
    },
  },
  {
    name: 'exam handed in',
    weight: 4,
    ask: (context) => {
      const own = rested(context, 'hand in', 10);
      const attempt = own?.submitted.pop();
      if (!own || attempt === undefined) return null;
      return {
        call: request(context, 'POST', `/api/exam-attempts/${attempt}/result`, {
          cookie: own.cookie,
          body: {},
        }),
      };
    },
  },
  {
    name: 'lab',
    weight: 10,
    ask: (context) => {
      const own = context.random.of(context.world.learners);
      return { call: request(context, 'GET', `/api/labs/${context.world.lab.id}`, { cookie: own.cookie }) };
    },
  },
  {
    name: 'lab work save',
    weight: 8,
    ask: (context) => {
      // One at a time, as a page sends them.
      const own = rested(context, 'lab work', 30);
      const { lab } = context.world;
      if (!own) return null;
      const files = context.random.next() < 0.7 ? lab.solution : lab.start;
      return {
        call: request(context, 'PUT', `/api/labs/${lab.id}/work`, {
          cookie: own.cookie,
          body: { files, baseVersion: own.labVersion },
        }),
        onReply: ({ body }) => {
          own.labVersion = JSON.parse(body.toString()).version;
          if (savers.length < MAX_SAVERS && !savers.includes(own)) savers.push(own);
        },
      };
    },
  },
  {
    name: 'lab submission',
    weight: 1,
    ask: (context) => {
      const own = savers.shift();
      const { lab } = context.world;
      if (!own) return null;
      // Nothing is saved while the saved version is named.
      own.lastAt.set('lab work', Date.now());
      return {
        call: request(context, 'POST', `/api/labs/${lab.id}/submissions`, {
          cookie: own.cookie,
          body: { version: own.labVersion },
        }),
        // A save that was on its way comes first, and then the version is an older one.
        expected: [200, 409],
        onReply: ({ body, status }) => {
          if (status === 200) runs.push({ id: JSON.parse(body.toString()).runId, own });
        },
      };
    },
  },
  {
    name: 'lab run',
    weight: 5,
    ask: (context) => {
      const run = runs[0];
      if (!run) return null;
      return {
        call: request(context, 'GET', `/api/lab-runs/${run.id}`, { cookie: run.own.cookie }),
        onReply: ({ body }) => {
          const { state } = JSON.parse(body.toString());
          if (state === 'failed') throw new Error(`the run ${run.id} could not be judged`);
          if (state === 'done' && runs[0] === run) runs.shift();
        },
      };
    },
  },
];

function candidate({ candidates, world }: Context, nth: number): Learner {
  const own = world.learners[nth % Math.min(candidates, world.learners.length)];
  if (!own) throw new Error('there are candidates');
  return own;
}
