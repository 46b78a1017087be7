import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { type ThemeSettings, themeForm } from '#contract/administration/settings';
import { ACCENTS, type Accent, THEMES, type Theme } from '#domain/site/theme';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { toast } from '#web/lib/toast.ts';
import { showTheme } from '#web/theme/color-scheme.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './config.module.css';
import { ConfigForm } from './config-form.tsx';
import { themeQuery } from './queries.ts';
import { useChangeSite } from './use-change-site.ts';

const THEME_WORDS: Record<Theme, () => string> = {
  light: m.config_theme_light,
  dark: m.config_theme_dark,
  system: m.config_theme_system,
};
const ACCENT_WORDS: Record<Accent, () => string> = {
  blue: m.config_theme_blue,
  green: m.config_theme_green,
  purple: m.config_theme_purple,
  amber: m.config_theme_amber,
};

/** Default theme and primary colour for everybody who has not chosen (spec section 2). */
export function ThemePage() {
  const api = useApi();
  const changeSite = useChangeSite();
  const { color, fonts } = siteInfo(useQueryClient()).school;
  const { data, error } = useQuery(themeQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<ThemeSettings>
      title={m.config_theme_title()}
      lead={m.config_theme_lead()}
      saved={data}
      resolver={standardSchemaResolver(themeForm) as never}
      savedText={m.config_theme_saved()}
      onSave={(values, version) => api.settings.saveTheme({ ...values, version })}
      onSaved={(theme) => {
        changeSite({ theme });
        showTheme({ ...theme, ...(color && { accent: 'own' }), fonts });
      }}
      fields={{
        theme: [m.config_theme_default, (theme) => THEME_WORDS[theme]()],
        accent: [m.config_theme_accent, (accent) => ACCENT_WORDS[accent]()],
      }}
    >
      <ThemeFields />
    </ConfigForm>
  );
}

function ThemeFields() {
  const { register, watch } = useFormContext<ThemeSettings>();
  const accent = register('accent');
  const { color } = siteInfo(useQueryClient()).school;
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>{m.config_theme_default()}</legend>
        {THEMES.map((theme) => (
          <label key={theme}>
            <input type="radio" value={theme} {...register('theme')} />
            {THEME_WORDS[theme]()}
          </label>
        ))}
      </fieldset>
      <fieldset className={classes.choices}>
        <legend>{m.config_theme_accent()}</legend>
        {ACCENTS.map((color) => (
          <label key={color} className={classes.swatch}>
            <input
              type="radio"
              value={color}
              {...accent}
              onChange={(event) => {
                const words = m.config_theme_selected_text({ color: ACCENT_WORDS[color]() });
                toast({ title: m.config_theme_selected(), description: words });
                return accent.onChange(event);
              }}
            />
            <span className={classes.colour} data-colour={color} aria-hidden="true" />
            {ACCENT_WORDS[color]()}
          </label>
        ))}
      </fieldset>
      {color && (
        <p className={classes.note}>
          {m.config_theme_own({ color })}{' '}
          <TextLink to="/admin/settings/$" params={{ _splat: 'school' }}>
            {m.config_theme_own_change()}
          </TextLink>
        </p>
      )}
      <div className={classes.sample} data-colour={watch('accent')} aria-hidden="true">
        <strong>{m.config_theme_sample()}</strong>
        <span>{m.config_theme_sample_button()}</span>
      </div>
    </>
  );
}
