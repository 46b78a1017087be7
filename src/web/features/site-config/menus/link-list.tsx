import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { LINK_AUDIENCES, type LinkAudience } from '#domain/site/menus';
import { m } from '#web/lib/messages.ts';
import { type SiteInfo, siteInfo } from '#web/lib/site-info.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import { useRemoveRow } from '#web/ui/use-remove-row.ts';
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
  const { control, getFieldState, getValues } = useFormContext<FilledMenus>();
  const { append, fields, insert, move, remove } = useFieldArray({ control, name });
  const { addId, removeRow } = useRemoveRow({ fields, insert, remove });
  const [liveMessage, setLiveMessage] = useState('');
  const removeAt = (index: number) => {
    const link = getValues(`${name}.${index}`);
    removeRow(index, link, { title: m.config_menus_removed(), description: link.label });
  };
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
            id={id}
            name={name}
            index={index}
            count={fields.length}
            onMove={(to) => moveTo(index, to)}
            onRemove={() => removeAt(index)}
          />
        ))}
      </ol>
      <Fault message={getFieldState(name).error?.root?.message} />
      {fields.length < most && (
        <div>
          <Button
            id={addId}
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

/** What is wrong with a list as a whole. */
export function Fault({ message }: { message: string | undefined }) {
  return (
    message && (
      <p role="alert" className={classes.fault}>
        {message}
      </p>
    )
  );
}

interface LinkRowProps {
  id: string;
  name: ListName;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function LinkRow({ count, id, index, name, onMove, onRemove }: LinkRowProps) {
  const { getFieldState, register, watch } = useFormContext<FilledMenus>();
  const { tierNames } = siteInfo(useQueryClient());
  const hidden = useHiddenPage(watch(`${name}.${index}.to`) ?? '');
  const row = `${name}.${index}` as const;
  const label = watch(`${row}.label`) || m.config_menus_link({ place: index + 1 });
  return (
    <li className={classes.link} data-row={id}>
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
