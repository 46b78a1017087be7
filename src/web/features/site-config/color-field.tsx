import { useQueryClient } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type { SchoolSettings } from '#contract/administration/settings';
import { COLOR, LEAST_CONTRAST, ownAccent, readabilityByDay } from '#domain/site/own-color';
import { accentOnPaper } from '#domain/site/theme';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from './school.module.css';

/** The school's own color, and what becomes of it where it could not be read. */
export function ColorField() {
  const { formState, register, setValue, watch } = useFormContext<SchoolSettings>();
  const { theme } = siteInfo(useQueryClient());
  const color = watch('color').trim().toLowerCase();
  const isColor = COLOR.test(color);
  const set = (value: string) => setValue('color', value, { shouldDirty: true, shouldValidate: true });
  return (
    <div className={classes.color}>
      <TextField
        label={m.config_school_color()}
        help={m.config_school_color_help()}
        placeholder={accentOnPaper(theme.accent, '')}
        spellCheck={false}
        error={formState.errors.color?.message}
        {...register('color')}
      />
      <div className={classes.row}>
        <label className={classes.picker}>
          <input
            type="color"
            value={isColor ? color : accentOnPaper(theme.accent, '')}
            onChange={({ target }) => set(target.value)}
          />
          {m.config_school_color_pick()}
        </label>
        {color !== '' && (
          <Button variant="quiet" size="sm" onClick={() => set('')}>
            {m.config_school_color_reset()}
          </Button>
        )}
      </div>
      <p aria-live="polite">{isColor && explanation(color)}</p>
    </div>
  );
}

function explanation(color: string): string {
  const { dark, light } = ownAccent(color);
  if (light === color) return m.config_school_color_fits({ dark });
  const contrast = readabilityByDay(color).toFixed(1);
  return m.config_school_color_adjusted({ contrast, dark, least: String(LEAST_CONTRAST), light });
}
