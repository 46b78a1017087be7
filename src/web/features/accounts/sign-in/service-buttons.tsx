import { useEffect, useState } from 'react';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ServiceIcon } from './service-icon.tsx';
import classes from './services.module.css';

export interface Service {
  readonly id: string;
  readonly name: string;
}
interface ServiceButtonsProps {
  services: readonly Service[];
  label: (words: { service: string }) => string;
  size?: 'md' | 'lg';
  /** Begins at the server; answers where the browser has to go. */
  onBegin: (provider: string) => Promise<{ url: string }>;
}

/** A button for each service outside. A press leaves this site; a service that does not answer is named beside it. */
export function ServiceButtons({ label, onBegin, services, size = 'md' }: ServiceButtonsProps) {
  const [going, setGoing] = useState<string | null>(null);
  const [away, setAway] = useState<string | null>(null);
  useEffect(() => {
    // Who comes back by the browser's button finds the page as it was left.
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setGoing(null);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);
  const go = async ({ id, name }: Service) => {
    setGoing(id);
    setAway(null);
    try {
      const { url } = await onBegin(id);
      window.location.assign(url);
    } catch (error) {
      setGoing(null);
      const code = failureCode(error);
      if (code === 'PROVIDER_AWAY') setAway(name);
      // Who was asked to prove who they are and did not changed their mind.
      else if (code !== 'PROOF_REQUIRED') toastFailure(error);
    }
  };
  return (
    <div className={classes.services}>
      {services.map((service) => (
        <Button
          key={service.id}
          variant="secondary"
          size={size}
          wide
          busy={going !== null}
          onClick={() => go(service)}
        >
          <ServiceIcon provider={service.id} />
          {going === service.id
            ? m.sign_ins_going({ service: service.name })
            : label({ service: service.name })}
        </Button>
      ))}
      <p role="alert" className={classes.away}>
        {away !== null && m.sign_ins_away({ service: away })}
      </p>
    </div>
  );
}
