import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { type LandingSettings, landingForm } from '#contract/administration/landing';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import configClasses from '../config.module.css';
import { ConfigForm } from '../config-form.tsx';
import { landingQuery } from '../queries.ts';
import { onOrOff, SwitchField } from '../switch-field.tsx';
import { useChangeSite } from '../use-change-site.ts';
import classes from './landing.module.css';
import { LandingPreview } from './landing-preview.tsx';

/** The words of the landing page, and what a school adds to it. */
export function LandingSettingsPage() {
  const api = useApi();
  const changeSite = useChangeSite();
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
      onSaved={(landing) => changeSite({ landing })}
      fields={{
        title: [m.config_landing_headline],
        text: [m.config_landing_text],
        button: [m.config_landing_button],
        buttonTo: [m.config_landing_button_to],
        numbers: [m.config_landing_numbers, (all) => all.map((it) => `${it.value} ${it.label}`).join('\n')],
        quotes: [m.config_landing_quotes, (all) => all.map((it) => `${it.text} (${it.author})`).join('\n')],
        faq: [m.config_landing_faq, onOrOff],
      }}
    >
      <div className={configClasses.pair}>
        <HeroFields />
        <LandingPreview />
      </div>
      <Numbers />
      <Quotes />
      <SwitchField<LandingSettings>
        name="faq"
        label={m.config_landing_faq()}
        text={m.config_landing_faq_text()}
      />
    </ConfigForm>
  );
}

function HeroFields() {
  const { formState, register } = useFormContext<LandingSettings>();
  const { errors } = formState;
  return (
    <div className={configClasses.fields}>
      <TextField
        label={m.config_landing_headline()}
        placeholder={m.config_landing_headline_default()}
        error={errors.title?.message}
        {...register('title')}
      />
      <TextAreaField
        label={m.config_landing_text()}
        placeholder={m.config_landing_text_default()}
        rows={2}
        error={errors.text?.message}
        {...register('text')}
      />
      <TextField
        label={m.config_landing_button()}
        placeholder={m.config_landing_button_default()}
        error={errors.button?.message}
        {...register('button')}
      />
      <TextField
        label={m.config_landing_button_to()}
        placeholder="/courses"
        spellCheck={false}
        error={errors.buttonTo?.message}
        {...register('buttonTo')}
      />
    </div>
  );
}

function Numbers() {
  const { control, formState, register } = useFormContext<LandingSettings>();
  const { append, fields, remove } = useFieldArray({ control, name: 'numbers' });
  return (
    <section aria-labelledby="numbers" className={classes.list}>
      <h2 id="numbers">{m.config_landing_numbers()}</h2>
      {fields.map(({ id }, index) => (
        <div key={id} className={classes.row}>
          <TextField
            label={m.config_landing_number({ place: index + 1 })}
            error={formState.errors.numbers?.[index]?.value?.message}
            {...register(`numbers.${index}.value`)}
          />
          <TextField
            label={m.config_landing_number_label({ place: index + 1 })}
            error={formState.errors.numbers?.[index]?.label?.message}
            {...register(`numbers.${index}.label`)}
          />
          <Button
            variant="danger"
            size="sm"
            onClick={() => remove(index)}
            aria-label={m.config_landing_number_remove({ place: index + 1 })}
          >
            {m.config_menus_remove()}
          </Button>
        </div>
      ))}
      {fields.length < 4 && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => append({ value: '', label: '' })}>
            {m.config_landing_number_add()}
          </Button>
        </div>
      )}
    </section>
  );
}

function Quotes() {
  const { control, formState, register } = useFormContext<LandingSettings>();
  const { append, fields, remove } = useFieldArray({ control, name: 'quotes' });
  return (
    <section aria-labelledby="quotes" className={classes.list}>
      <h2 id="quotes">{m.config_landing_quotes()}</h2>
      {fields.map(({ id }, index) => (
        <div key={id} className={classes.row}>
          <TextAreaField
            label={m.config_landing_quote({ place: index + 1 })}
            rows={2}
            error={formState.errors.quotes?.[index]?.text?.message}
            {...register(`quotes.${index}.text`)}
          />
          <TextField
            label={m.config_landing_quote_author({ place: index + 1 })}
            error={formState.errors.quotes?.[index]?.author?.message}
            {...register(`quotes.${index}.author`)}
          />
          <Button
            variant="danger"
            size="sm"
            onClick={() => remove(index)}
            aria-label={m.config_landing_quote_remove({ place: index + 1 })}
          >
            {m.config_menus_remove()}
          </Button>
        </div>
      ))}
      {fields.length < 3 && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => append({ text: '', author: '' })}>
            {m.config_landing_quote_add()}
          </Button>
        </div>
      )}
    </section>
  );
}
