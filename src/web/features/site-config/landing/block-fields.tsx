import { Controller, useFormContext } from 'react-hook-form';
import type { LandingSettings } from '#contract/administration/landing';
import type { LandingKind } from '#domain/site/landing/landing-blocks';
import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { MarkdownEditor } from '#web/ui/writing/markdown-editor.tsx';
import { CoursesField } from './courses-field.tsx';
import { NumberItems, QuoteItems, ReasonItems } from './item-lists.tsx';
import classes from './landing.module.css';
import { PictureField } from './picture-field.tsx';

interface FieldsProps {
  index: number;
}

/** What can be changed of a block. */
export function BlockFields({ index, kind }: FieldsProps & { kind: LandingKind }) {
  const heading = (placeholder: string) => <Words name="title" index={index} placeholder={placeholder} />;
  switch (kind) {
    case 'hero':
      return <HeroFields index={index} />;
    case 'featured':
      return (
        <>
          {heading(m.site_landing_featured())}
          <CoursesField index={index} />
        </>
      );
    case 'lab':
      return <p className={classes.note}>{m.config_landing_lab_text()}</p>;
    case 'reasons':
      return (
        <>
          {heading(m.site_landing_why())}
          <ReasonItems index={index} />
        </>
      );
    case 'pricing':
      return (
        <>
          {heading(m.site_landing_plans())}
          <p className={classes.note}>{m.config_landing_pricing_text()}</p>
        </>
      );
    case 'call':
      return <CallFields index={index} />;
    case 'text':
      return <MarkdownFields index={index} />;
    case 'picture':
      return (
        <>
          <PictureField index={index} help={m.config_landing_picture_help()} />
          <Words name="caption" index={index} label={m.config_landing_caption()} />
        </>
      );
    case 'numbers':
      return <NumberItems index={index} />;
    case 'quotes':
      return (
        <>
          {heading(m.site_landing_quotes())}
          <QuoteItems index={index} />
        </>
      );
    case 'faq':
      return (
        <>
          {heading(m.site_faq())}
          <p className={classes.note}>{m.config_landing_faq_text()}</p>
        </>
      );
  }
}

interface WordsProps extends FieldsProps {
  name: 'title' | 'text' | 'button' | 'buttonTo' | 'caption';
  label?: string;
  help?: string;
  placeholder?: string;
}

/** One line of text; the words of the product are shown where it is empty. */
function Words({ index, label = m.config_landing_heading(), name, ...rest }: WordsProps) {
  const { getFieldState, formState, register } = useFormContext<LandingSettings>();
  const field = `blocks.${index}.${name}` as const;
  return (
    <TextField
      label={label}
      error={getFieldState(field, formState).error?.message}
      {...(name === 'buttonTo' && { spellCheck: false })}
      {...rest}
      {...register(field)}
    />
  );
}

function HeroFields({ index }: FieldsProps) {
  const { getFieldState, formState, register } = useFormContext<LandingSettings>();
  const text = `blocks.${index}.text` as const;
  return (
    <>
      <Words
        name="title"
        index={index}
        label={m.config_landing_headline()}
        placeholder={m.config_landing_headline_default()}
      />
      <TextAreaField
        label={m.config_landing_text()}
        placeholder={m.config_landing_text_default()}
        rows={2}
        error={getFieldState(text, formState).error?.message}
        {...register(text)}
      />
      <div className={classes.pair}>
        <Words
          name="button"
          index={index}
          label={m.config_landing_button()}
          placeholder={m.config_landing_button_default()}
        />
        <Words name="buttonTo" index={index} label={m.config_landing_button_to()} placeholder="/courses" />
      </div>
      <PictureField index={index} help={m.config_landing_picture_hero_help()} />
    </>
  );
}

function CallFields({ index }: FieldsProps) {
  return (
    <>
      <Words name="title" index={index} placeholder={m.site_landing_cta()} />
      <div className={classes.pair}>
        <Words
          name="button"
          index={index}
          label={m.config_landing_call_button()}
          help={m.config_landing_call_button_help()}
          placeholder={m.site_landing_sign_up()}
        />
        <Words
          name="buttonTo"
          index={index}
          label={m.config_landing_call_button_to()}
          placeholder="/register"
        />
      </div>
    </>
  );
}

function MarkdownFields({ index }: FieldsProps) {
  const { control } = useFormContext<LandingSettings>();
  return (
    <>
      <Words name="title" index={index} label={m.config_landing_heading_optional()} />
      <Controller
        control={control}
        name={`blocks.${index}.markdown`}
        render={({ field, fieldState }) => (
          <MarkdownEditor
            label={m.config_landing_text()}
            error={fieldState.error?.message}
            value={field.value ?? ''}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
            hasPreview={false}
          />
        )}
      />
    </>
  );
}
