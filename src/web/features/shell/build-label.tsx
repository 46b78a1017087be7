import { useQueryClient } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { toast } from '#web/lib/toast.ts';
import { InfoIcon } from './header-icons.tsx';

interface BuildLabelProps {
  className: string | undefined;
  buttonClassName: string | undefined;
}

/** The day of the build (its first 10 characters) and a button that shows the version. */
export function BuildLabel({ className, buttonClassName }: BuildLabelProps) {
  const { builtAt, version } = siteInfo(useQueryClient());
  if (!version) return null;
  return (
    <div className={className}>
      <span>{builtAt.slice(0, 10)}</span>
      <button
        type="button"
        className={buttonClassName}
        aria-label={m.shell_version_info()}
        onClick={() => toast({ title: m.shell_version_current({ version }) })}
      >
        <InfoIcon />
      </button>
    </div>
  );
}
