import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { LINK_AUDIENCES, type LinkAudience } from '#domain/site/menus';
import { m } from '#web/lib/messages.ts';
import { type SiteInfo, siteInfo } from '#web/lib/site-info.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import { LINK_TARGETS, useHiddenPage } from './link-targets.tsx';
import type { FilledMenus } from './menu-defaults.ts';
import classes from './menus.module.css';

const AUDIENCES: Readonly<Record<LinkAudience, (names: SiteInfo['tierNames']) => string>> = {
  everyone: () => m.config_menus_everyone(),
  visitors: () => m.config_menus_visitors(),
  members: () => m.config_menus_members(),
  basic: ({ basic }) => m.config_menus_from({ tier: basic ?? m.ui_tier_basic() }),
  premium: ({ premium }) => m.config_menus_from({ tier: premium ?? m.ui_tier_premium() }),
};

type ListName = 'header' | `footer.${number}.links`;

interface LinkListProps {
  name: ListName;
  /** What the list is called in the names of its buttons. */
  menu: string;
  most: number;
}

/** The links of one menu, in their order. */
export function LinkList({ menu, most, name }: LinkListProps) {
  const { control, getValues } = useFormContext<FilledMenus>();
  const { append, fields, move, remove } = useFieldArray({ control, name });
  const [liveMessage, setLiveMessage] = useState('');
  const moveTo = (from: number, to: number) => {
    setLiveMessage(m.config_menus_moved({ label: getValues(`${name}.${from}.label`), place: to + 1 }));
    move(from, to);
  };
  return (
    <>
      <p className="sr-only" role="status">
        {liveMessage}
      </p>
      <ol className={classes.links}>
        {fields.map(({ id }, index) => (
          <LinkRow
            key={id}
            name={name}
            index={index}
            count={fields.length}
            onMove={(to) => moveTo(index, to)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {fields.length < most && (
        <div>
          <Button
            variant="secondary"
            size="sm"
            aria-label={m.config_menus_add_to({ menu })}
            onClick={() => append({ label: '', to: '', audience: 'everyone' })}
          >
            {m.config_menus_add()}
          </Button>
        </div>
      )}
    </>
  );
}

interface LinkRowProps {
  name: ListName;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function LinkRow({ count, index, name, onMove, onRemove }: LinkRowProps) {
  const { getFieldState, register, watch } = useFormContext<FilledMenus>();
  const { tierNames } = siteInfo(useQueryClient());
  const hidden = useHiddenPage(watch(`${name}.${index}.to`) ?? '');
  const row = `${name}.${index}` as const;
  const label = watch(`${row}.label`) || m.config_menus_link({ place: index + 1 });
  return (
    <li className={classes.link}>
      <TextField
        label={m.config_menus_label()}
        error={getFieldState(`${row}.label`).error?.message}
        {...register(`${row}.label`)}
      />
      <TextField
        label={m.config_menus_address()}
        list={LINK_TARGETS}
        autoComplete="off"
        help={hidden && m.config_menus_hidden({ title: hidden.title })}
        spellCheck={false}
        error={getFieldState(`${row}.to`).error?.message}
        {...register(`${row}.to`)}
      />
      <SelectField label={m.config_menus_audience()} {...register(`${row}.audience`)}>
        {LINK_AUDIENCES.map((audience) => (
          <option key={audience} value={audience}>
            {AUDIENCES[audience](tierNames)}
          </option>
        ))}
      </SelectField>
      <div className={classes.actions}>
        <MoveButtons
          index={index}
          isFirst={index === 0}
          isLast={index === count - 1}
          onMove={(by) => onMove(index + by)}
          up={m.config_menus_up({ label })}
          down={m.config_menus_down({ label })}
        />
        <Button
          variant="danger"
          size="sm"
          onClick={onRemove}
          aria-label={m.config_menus_remove_named({ label })}
        >
          {m.config_menus_remove()}
        </Button>
      </div>
    </li>
  );
}
