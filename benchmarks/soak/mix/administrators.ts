import { type Context, type Habit, request } from './request.ts';

function reads(name: string, weight: number, path: (context: Context) => string): Habit {
  return {
    name,
    weight,
    ask: (context) => ({ call: request(context, 'GET', path(context), { cookie: context.admin }) }),
  };
}
const course = ({ random, world }: Context) => random.of(world.courses).id;
let subjects = 0;

/** People who run the school. */
export const ADMINISTRATORS: readonly Habit[] = [
  reads('overview', 5, () => '/api/admin/overview'),
  reads('users', 6, () => '/api/admin/users'),
  reads('users, searched', 4, ({ random }) => `/api/admin/users?q=learner-${random.below(1000)}`),
  reads('audit log', 4, () => '/api/admin/audit'),
  reads('courses to edit', 4, () => '/api/admin/courses'),
  reads('course to edit', 3, (context) => `/api/admin/courses/${course(context)}`),
  reads('messages', 2, () => '/api/admin/messages'),
  reads('comments to moderate', 2, () => '/api/admin/comments/all'),
  reads('gradebook', 2, (context) => `/api/admin/courses/${course(context)}/gradebook`),
  reads('exam statistics', 0.5, ({ world }) => `/api/admin/exams/${world.examSection}/statistics`),
  reads('labs’ learners', 1, ({ world }) => `/api/admin/labs/${world.lab.id}/learners`),
  reads('marking', 1, () => '/api/admin/marking'),
  reads('certificates', 1, () => '/api/admin/certificates'),
  reads('media', 1, () => '/api/admin/media'),
  reads('system health', 2, () => '/api/admin/health'),
  reads('users as a file', 0.3, () => '/api/admin/users.csv'),
  reads('audit log as a file', 0.2, () => '/api/admin/audit.csv'),
  reads('gradebook as a file', 0.3, ({ world }) => `/api/admin/courses/${world.examCourse}/gradebook.csv`),
  {
    name: 'Markdown preview',
    weight: 3,
    ask: (context) => ({
      call: request(context, 'POST', '/api/admin/markdown', {
        cookie: context.admin,
        body: {
          content: `# Part\n\nWith *words* and\n\n\`\`\`sql\nselect ${context.random.below(1000)};\n\`\`\`\n`,
        },
      }),
    }),
  },
  {
    // Every change of content makes each process forget what it prepared.
    name: 'category',
    weight: 0.3,
    ask: (context) => {
      subjects += 1;
      return {
        call: request(context, 'POST', '/api/admin/categories', {
          cookie: context.admin,
          body: { name: `Subject ${subjects}` },
        }),
        expected: [201],
      };
    },
  },
];
