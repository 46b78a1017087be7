import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { type Service, ServiceButtons } from './service-buttons.tsx';

interface ExternalSignInProps {
  services: readonly Service[];
  /** Where to go afterwards. */
  redirect: string | undefined;
}

/** Below a form of one's own: the services outside that the school offers to sign in by. */
export function ExternalSignIn({ redirect, services }: ExternalSignInProps) {
  const api = useApi();
  return (
    <ServiceButtons
      services={services}
      size="lg"
      label={m.sign_ins_continue}
      onBegin={(provider) => api.signIns.begin({ provider, ...(redirect && { redirect }) })}
    />
  );
}
