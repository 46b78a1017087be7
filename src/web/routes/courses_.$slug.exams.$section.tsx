import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ExamPage } from '#web/features/exams/exam-page.tsx';
import { requireMember } from '#web/lib/guards.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { LoadingState } from '#web/ui/loading-state.tsx';

const SignInHere = lazy(() =>
  import('#web/features/accounts/sign-in-here.tsx').then((it) => ({ default: it.SignInHere })),
);

export const Route = createFileRoute('/courses_/$slug/exams/$section')({
  beforeLoad: requireMember,
  // What somebody is asked and answers is drawn in the browser that answers.
  ssr: false,
  head: ({ match, params: { section, slug } }) =>
    pageHead(match.context, {
      title: m.exams_kind(),
      path: `/courses/${slug}/exams/${section}`,
      noindex: true,
    }),
  component: Exam,
});

function Exam() {
  const { section, slug } = Route.useParams();
  return (
    <ExamPage
      key={`${slug}/${section}`}
      slug={slug}
      sectionKey={section}
      signIn={(props) => (
        <Suspense fallback={<LoadingState inline />}>
          <SignInHere {...props} />
        </Suspense>
      )}
    />
  );
}
