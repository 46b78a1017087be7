import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import type { OpenCourse, OpenSection } from '#contract/courses/course-shapes';
import { CourseMissing } from '#web/features/courses/course-missing.tsx';
import { courseQuery, sectionQuery } from '#web/features/courses/queries.ts';
import { SectionText } from '#web/features/courses/section-text.tsx';
import { LabPlace } from '#web/features/labs/lab-place.tsx';
import { PlayerPage } from '#web/features/learning/player/player-page.tsx';
import { PlayerPending } from '#web/features/learning/player/player-pending.tsx';
import { forgetProgress, guidedSectionQuery, progressQuery } from '#web/features/learning/queries.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { requireMember } from '#web/lib/session/guards.ts';
import { useApi } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Read by who comes to an exam. */
const ExamEntrance = latePart(() => import('#web/features/exams/exam-entrance.tsx'), 'ExamEntrance');

/** Read by who comes to a lab that runs. */
const LabSection = latePart(() => import('#web/features/labs/lab-section.tsx'), 'LabSection');

/** Read once the course is completed. */
const CourseCertificate = latePart(
  () => import('#web/features/certificates/course-certificate.tsx'),
  'CourseCertificate',
);

export const Route = createFileRoute('/courses_/$slug/learn/$section')({
  beforeLoad: requireMember,
  // Read when somebody studies: what everybody downloads holds the addresses of routes only.
  loader: async ({ context: { api, queryClient }, params: { section, slug } }) => {
    const [{ courseQuery: course, sectionQuery: text }, { loadPlayer }] = await Promise.all([
      import('#web/features/courses/queries.ts'),
      import('#web/features/learning/player/load-player.ts'),
    ]);
    const [courseOf, textOf] = [course(api, slug), text(api, slug, section)];
    return loadPlayer({
      api,
      queryClient,
      slug,
      sectionKey: section,
      course: (isFresh) =>
        isFresh
          ? queryClient.fetchQuery({ ...courseOf, staleTime: 0 })
          : queryClient.ensureQueryData(courseOf),
      section: (isFresh) =>
        isFresh ? queryClient.fetchQuery({ ...textOf, staleTime: 0 }) : queryClient.ensureQueryData(textOf),
    });
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: loaderData?.title },
      { name: 'robots', content: 'noindex' },
      // Read by the styles of the shell, which makes room before the page is drawn.
      ...(loaderData?.runs ? [{ name: 'workspace', content: 'lab' }] : []),
    ],
  }),
  component: Player,
  pendingComponent: lazyRouteComponent(
    () => import('#web/features/learning/player/player-pending.tsx'),
    'PlayerPending',
  ),
  notFoundComponent: CourseMissing,
});

function Player() {
  const { section: key, slug } = Route.useParams();
  const api = useApi();
  const queryClient = useQueryClient();
  const { data: course } = useQuery(courseQuery(api, slug));
  const open = course?.access === 'open' ? course : null;
  const isGuided = open?.guided === true;
  const id = open?.id ?? '';
  const { data: same } = useQuery({ ...sectionQuery(api, slug, key), enabled: open !== null && !isGuided });
  const { data: guided, refetch } = useQuery({ ...guidedSectionQuery(api, id, key), enabled: isGuided });
  const { data: progress } = useQuery({ ...progressQuery(api, id), enabled: open !== null });
  const outline = open?.sections.find((section) => section.key === key);
  const section = isGuided ? guided : same?.access === 'open' ? same : undefined;
  const lock = progress?.locks.find((one) => one.id === outline?.id);
  // The lock went while one looked at it: its date has come.
  const hasOpened = isGuided && guided === null && progress !== undefined && !lock;
  useEffect(() => {
    if (hasOpened) void refetch();
  }, [hasOpened, refetch]);
  if (!open || !outline || !progress || (!section && !lock)) return <PlayerPending />;
  return (
    <PlayerPage
      key={outline.id}
      course={open}
      outline={outline}
      section={section ?? null}
      lock={lock ?? null}
      progress={progress}
      reward={
        <Suspense>
          <CourseCertificate courseId={id} title={open.title} />
        </Suspense>
      }
      content={(read, watcher) =>
        read.sectionType === 'exam' ? (
          <Suspense>
            <ExamEntrance slug={slug} sectionKey={key} title={read.title} />
          </Suspense>
        ) : progress.withChecks.includes(read.id) ? (
          <Suspense fallback={<LabPlace />}>
            <LabSection
              sectionId={read.id}
              title={read.title}
              text={<SectionText heading="h1" section={read} watcher={watcher} />}
              next={<WayOn course={open} section={read} />}
              onPassed={() => void forgetProgress(queryClient, id)}
            />
          </Suspense>
        ) : (
          <SectionText heading="h1" section={read} watcher={watcher} />
        )
      }
    />
  );
}

/** Where to go from a lab that was just solved. */
function WayOn({ course: { sections, slug }, section }: { course: OpenCourse; section: OpenSection }) {
  const next = sections[sections.findIndex(({ id }) => id === section.id) + 1];
  return next ? (
    <LinkButton to="/courses/$slug/learn/$section" params={{ slug, section: next.key }}>
      {m.labs_next({ title: next.title })}
    </LinkButton>
  ) : (
    <LinkButton to="/courses/$slug" params={{ slug }}>
      {m.labs_course()}
    </LinkButton>
  );
}
