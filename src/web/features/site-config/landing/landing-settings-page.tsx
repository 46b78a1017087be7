import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type LandingSettings, landingForm, type PublicBlock } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { ConfigForm } from '../config-form.tsx';
import { landingQuery } from '../queries.ts';
import { useChangeSite } from '../use-change-site.ts';
import { BlockList } from './block-list.tsx';
import { blockWords } from './block-words.ts';
import { useShownBlocks } from './use-shown-blocks.ts';

interface LandingSettingsPageProps {
  /** Draws the page as visitors will see it. */
  preview: (blocks: readonly PublicBlock[]) => ReactNode;
}

/** The landing page as a list of blocks, with a preview of the whole page. */
export function LandingSettingsPage({ preview }: LandingSettingsPageProps) {
  const api = useApi();
  const changeSite = useChangeSite();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(landingQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<LandingSettings>
      title={m.config_landing_title()}
      lead={m.config_landing_lead()}
      saved={data}
      resolver={standardSchemaResolver(landingForm) as never}
      savedText={m.config_landing_saved()}
      onSave={(values, version) => api.settings.saveLanding({ ...values, version })}
      onSaved={() => {
        changeSite({ ownLanding: true });
        void queryClient.invalidateQueries({ queryKey: ['site', 'landing'] });
      }}
      fields={{ blocks: [m.config_landing_blocks, blockWords] }}
    >
      <BlockList />
      <Preview draw={preview} />
    </ConfigForm>
  );
}

function Preview({ draw }: { draw: LandingSettingsPageProps['preview'] }) {
  return draw(useShownBlocks());
}
