import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { LEVELS } from '#domain/courses/vocabulary';
import { TIERS } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { levelWord } from '#web/ui/badges/level-badge.tsx';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { TagInput } from '#web/ui/fields/tag-input.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { NewCategory } from './categories/new-category.tsx';
import classes from './course-form.module.css';
import { CoverUpload } from './cover-upload.tsx';
import type { CourseValues } from './form-values.ts';
import { categoriesQuery } from './queries.ts';

/** Difficulty, plan, categories, tags, outcomes and the picture. */
export function SettingsFields() {
  const tierName = useTierName();
  const { formState, register, setValue, watch } = useFormContext<CourseValues>();
  const { errors } = formState;
  const categories = useQuery(categoriesQuery(useApi())).data ?? [];
  const [chosen, outcomes, slug, tags, thumbnail] = watch([
    'categories',
    'outcomes',
    'slug',
    'tags',
    'thumbnail',
  ]);
  const change = { shouldDirty: true, shouldValidate: formState.isSubmitted } as const;
  const left = categories.filter(({ id }) => !chosen.includes(id));
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const slugs = new Map(categories.map(({ id, slug: own }) => [id, own]));
  return (
    <>
      <div className={classes.pair}>
        <SelectField label={m.admin_course_level()} {...register('level')}>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {levelWord(level)}
            </option>
          ))}
        </SelectField>
        <SelectField label={m.admin_course_plan()} {...register('subscriptionLevel')}>
          {TIERS.map((tier) => (
            <option key={tier} value={tier}>
              {tierName(tier)}
            </option>
          ))}
        </SelectField>
      </div>
      <div>
        <SelectField
          label={m.admin_course_categories()}
          help={
            <>
              {m.admin_course_categories_help()}{' '}
              <TextLink to="/admin/categories">{m.admin_categories_title()}</TextLink>
            </>
          }
          error={errors.categories?.message}
          value=""
          onChange={(event) =>
            event.target.value && setValue('categories', [...chosen, event.target.value], change)
          }
        >
          <option value="">{m.admin_course_category_add()}</option>
          {left.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className={classes.newCategory}>
          <NewCategory onAdded={(id) => setValue('categories', [...chosen, id], change)} />
        </div>
        {chosen.length > 0 && (
          <ul className={classes.chosen}>
            {chosen.map((id) => (
              <li key={id}>
                {names.get(id) ?? '…'}
                <button
                  type="button"
                  aria-label={m.ui_remove({ name: names.get(id) ?? '' })}
                  onClick={() =>
                    setValue(
                      'categories',
                      chosen.filter((other) => other !== id),
                      change,
                    )
                  }
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <TagInput
        label={m.admin_course_tags()}
        error={errors.tags?.message}
        value={tags}
        onChange={(next) => setValue('tags', next, change)}
      />
      <TagInput
        label={m.courses_outcomes()}
        help={m.admin_course_outcomes_help()}
        error={errors.outcomes?.message}
        value={outcomes}
        onChange={(next) => setValue('outcomes', next, change)}
      />
      <TextField
        label={m.admin_course_thumbnail()}
        help={m.admin_course_thumbnail_help()}
        error={errors.thumbnail?.message}
        {...register('thumbnail')}
      />
      <CoverUpload thumbnail={thumbnail} onChange={(address) => setValue('thumbnail', address, change)} />
      {!errors.thumbnail && slug && (
        <div className={classes.preview}>
          <CoverImage
            thumbnail={/^(https?:\/\/|\/)/.test(thumbnail) ? thumbnail : ''}
            slug={slug}
            category={slugs.get(chosen[0] ?? '')}
          />
        </div>
      )}
    </>
  );
}
