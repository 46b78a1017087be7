import type { QueryClient } from '@tanstack/react-query';
import { certificatePath } from '#domain/certificates/certificate-path';
import type { Api } from '#web/lib/api/api-client.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { kindWord } from './certificate-words.ts';
import { certificateQuery } from './queries.ts';

/** A certificate, and the words for the head of its page; null when there is none. */
export async function loadCertificate({
  api,
  id,
  queryClient,
}: {
  api: Api;
  queryClient: QueryClient;
  id: string;
}) {
  const certificate = await queryClient.ensureQueryData(certificateQuery(api, id));
  if (!certificate) return null;
  const { issuedAt, kind, listed, name, shareImage, state, title } = certificate;
  const school = siteInfo(queryClient).school.name;
  return {
    title: name ? m.certificates_head({ title, name }) : m.certificates_head_nameless({ title }),
    description: m.certificates_description({ kind: kindWord(kind), school, date: formatDate(issuedAt) }),
    path: certificatePath(id),
    // Only one that is valid has a picture of its own.
    ...(state === 'valid' && { image: shareImage }),
    // Everybody with the address may read it; search engines only where its holder says so.
    noindex: !listed || state !== 'valid',
  };
}
