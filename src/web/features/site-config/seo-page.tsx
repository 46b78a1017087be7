import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useFormContext } from 'react-hook-form';
import { type SeoSettings, seoForm } from '#contract/administration/settings';
import { resolveSchool } from '#domain/site/school';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { FileSource } from '#web/ui/media/file-source.tsx';
import classes from './config.module.css';
import { ConfigForm } from './config-form.tsx';
import { schoolQuery, seoQuery } from './queries.ts';
import { useChangeSite } from './use-change-site.ts';

/** Site title, meta description, keywords, social sharing image (spec section 2). */
export function SeoPage() {
  const api = useApi();
  const changeSite = useChangeSite();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(seoQuery(api));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <ConfigForm<SeoSettings>
      title={m.config_seo_title()}
      lead={m.config_seo_lead()}
      saved={data}
      resolver={standardSchemaResolver(seoForm) as never}
      savedText={m.config_seo_saved()}
      onSave={(values, version) => api.settings.saveSeo({ ...values, version })}
      onSaved={(seo) => {
        changeSite({ seo });
        // A school without a name of its own goes by this title.
        void queryClient
          .fetchQuery(schoolQuery(api))
          .then(({ value }) => changeSite({ school: resolveSchool(value, seo) }));
      }}
      fields={{
        title: [m.config_seo_site_title],
        description: [m.config_seo_description],
        keywords: [m.config_seo_keywords],
        image: [m.config_seo_image],
      }}
    >
      <SeoFields />
    </ConfigForm>
  );
}

function SeoFields() {
  const { school } = siteInfo(useQueryClient());
  const { formState, register, setValue } = useFormContext<SeoSettings>();
  const { errors } = formState;
  return (
    <div className={classes.pair}>
      <div className={classes.fields}>
        <TextField
          label={m.config_seo_site_title()}
          help={m.config_seo_site_title_help()}
          placeholder={m.site_landing_head({ school: school.name })}
          error={errors.title?.message}
          {...register('title')}
        />
        <TextAreaField
          label={m.config_seo_description()}
          help={m.config_seo_description_help()}
          rows={3}
          error={errors.description?.message}
          {...register('description')}
        />
        <TextField
          label={m.config_seo_keywords()}
          help={m.config_seo_keywords_help()}
          error={errors.keywords?.message}
          {...register('keywords')}
        />
        <TextField
          label={m.config_seo_image()}
          help={m.config_seo_image_help()}
          error={errors.image?.message}
          {...register('image')}
        />
        <FileSource
          use="cover"
          type="images"
          label={m.media_cover_upload()}
          onFile={({ address }) => setValue('image', address, { shouldDirty: true, shouldValidate: true })}
        />
      </div>
      <SeoPreview />
    </div>
  );
}

/** A search result and a shared link, while they are typed. */
function SeoPreview() {
  const { watch } = useFormContext<SeoSettings>();
  const { queryClient } = useRouteContext({ from: '__root__' });
  const { publicUrl, school, seo } = siteInfo(queryClient);
  const { description, image: typed, title } = watch();
  // A school with a name of its own has a picture made instead of the product's.
  const image = typed === seoForm.parse({}).image ? seo.image : typed;
  const words = {
    title: title || m.site_landing_head({ school: school.name }),
    text: description || school.description || m.shell_description(),
  };
  return (
    <div className={classes.previews}>
      <section aria-label={m.config_seo_preview()}>
        <h2>{m.config_seo_preview()}</h2>
        <div className={classes.result}>
          <span>{publicUrl}</span>
          <strong>{words.title}</strong>
          <p>{words.text}</p>
        </div>
      </section>
      <section aria-label={m.config_seo_card()}>
        <h2>{m.config_seo_card()}</h2>
        <div className={classes.card}>
          {/^(\/(?!\/)|https:\/\/)/.test(image) && <img src={image} alt="" />}
          <strong>{words.title}</strong>
          <p>{words.text}</p>
        </div>
      </section>
    </div>
  );
}
