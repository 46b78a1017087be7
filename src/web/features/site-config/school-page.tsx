import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useFormContext } from 'react-hook-form';
import { type SchoolLogo, type SchoolSettings, schoolForm } from '#contract/administration/settings';
import { language } from '#domain/language';
import { languageName } from '#domain/language-name';
import { PRODUCT, resolveSchool } from '#domain/site/school';
import { FONT_PAIRS, type FontPair } from '#domain/site/theme';
import { LANGUAGES, m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { showTheme } from '#web/theme/color-scheme.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { ColorField } from './color-field.tsx';
import classes from './config.module.css';
import { ConfigForm } from './config-form.tsx';
import { LogoField } from './logo-field.tsx';
import { schoolQuery } from './queries.ts';
import { SchoolPreview } from './school-preview.tsx';
import { onOrOff, SwitchField } from './switch-field.tsx';
import { useChangeSite } from './use-change-site.ts';

const FONT_WORDS: Record<FontPair, () => string> = {
  classic: m.config_school_fonts_classic,
  sans: m.config_school_fonts_sans,
  serif: m.config_school_fonts_serif,
};

/** What the school is called and looks like, on every page and in every mail. */
export function SchoolPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const changeSite = useChangeSite();
  const router = useRouter();
  const { data, error } = useQuery(schoolQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<SchoolSettings>
      title={m.config_school_title()}
      lead={m.config_school_lead()}
      saved={data}
      resolver={standardSchemaResolver(schoolForm) as never}
      savedText={m.config_school_saved()}
      onSave={(values, version) => api.settings.saveSchool({ ...values, version })}
      onSaved={(saved) => {
        const { seo, theme } = siteInfo(queryClient);
        changeSite({ school: resolveSchool(saved, seo) });
        showTheme({ ...theme, accent: saved.color ? 'own' : theme.accent, fonts: saved.fonts });
        // The head of the page links to the fonts, the color, and the icon.
        void router.invalidate();
        // Every word of the page was made in the language before.
        if (saved.language !== language()) location.reload();
      }}
      fields={{
        name: [m.config_school_name],
        description: [m.config_school_description],
        color: [m.config_school_color],
        fonts: [m.config_school_fonts, (fonts) => FONT_WORDS[fonts]()],
        logo: [m.config_school_logo, logoWord],
        logoDark: [m.config_school_logo_dark, logoWord],
        nameBesideLogo: [m.config_school_name_beside, onOrOff],
        poweredBy: [m.config_school_powered_by, onOrOff],
        language: [m.config_school_language, languageName],
      }}
    >
      <SchoolFields />
    </ConfigForm>
  );
}

function SchoolFields() {
  const { formState, register } = useFormContext<SchoolSettings>();
  const { seo } = siteInfo(useQueryClient());
  const { errors } = formState;
  return (
    <div className={classes.pair}>
      <div className={classes.fields}>
        <TextField
          label={m.config_school_name()}
          help={m.config_school_name_help()}
          placeholder={seo.title || PRODUCT}
          error={errors.name?.message}
          {...register('name')}
        />
        <TextAreaField
          label={m.config_school_description()}
          help={m.config_school_description_help()}
          placeholder={seo.description || m.shell_tagline()}
          rows={2}
          error={errors.description?.message}
          {...register('description')}
        />
        <LogoField name="logo" label={m.config_school_logo()} help={m.config_school_logo_help()} />
        <LogoField
          name="logoDark"
          label={m.config_school_logo_dark()}
          help={m.config_school_logo_dark_help()}
        />
        {LANGUAGES.length > 1 && (
          <SelectField
            label={m.config_school_language()}
            help={m.config_school_language_help()}
            error={errors.language?.message}
            {...register('language')}
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </SelectField>
        )}
        <ColorField />
        <fieldset className={classes.policies}>
          <legend>{m.config_school_fonts()}</legend>
          {FONT_PAIRS.map((fonts) => (
            <label key={fonts}>
              <input type="radio" value={fonts} {...register('fonts')} />
              {FONT_WORDS[fonts]()}
            </label>
          ))}
        </fieldset>
        <div className={classes.switches}>
          <SwitchField<SchoolSettings>
            name="nameBesideLogo"
            label={m.config_school_name_beside()}
            text={m.config_school_name_beside_text()}
          />
          <SwitchField<SchoolSettings>
            name="poweredBy"
            label={m.config_school_powered_by()}
            text={m.config_school_powered_by_text()}
          />
        </div>
      </div>
      <SchoolPreview />
    </div>
  );
}

function logoWord(logo: SchoolLogo | null): string {
  return logo?.address ?? m.config_school_logo_none();
}
