import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Due } from './due-certificates.tsx';
import { myCertificatesQuery } from './queries.ts';

/** At the end of a completed course: its certificate, or the way to it. */
export function CourseCertificate({ courseId, title }: { courseId: string; title: string }) {
  const { data } = useQuery({ ...myCertificatesQuery(useApi()), staleTime: 0 });
  const due = data?.due.find((each) => each.courseId === courseId);
  if (due) return <Due due={due} />;
  const own = data?.certificates.find((each) => each.kind === 'course' && each.courseId === courseId);
  if (own?.state !== 'valid') return null;
  return (
    <LinkButton
      to="/certificates/$id"
      params={{ id: own.id }}
      aria-label={m.certificates_see_named({ title })}
    >
      {m.certificates_see()}
    </LinkButton>
  );
}
