import { type KeyboardEvent, type ReactNode, useId } from 'react';
import classes from './combobox.module.css';
import { ListOption } from './list-option.tsx';
import { TextField } from './text-field.tsx';
import { useActiveOption } from './use-active-option.ts';

interface ComboboxProps<Item extends { readonly id: string }> {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  /** Name of the list. */
  found: string;
  /** Said below the field: how many were found, or that nothing was. */
  status: string | null;
  items: readonly Item[];
  value: string;
  onChange: (value: string) => void;
  onChoose: (item: Item) => void;
  /** How an option is shown. */
  children: (item: Item) => ReactNode;
}

/**
 * A field with the list of what it finds below it, in a dialog. The arrow keys move, Enter takes the active option; without
 * one Enter sends the form.
 */
export function Combobox<Item extends { readonly id: string }>(props: ComboboxProps<Item>) {
  const { children, error, found, help, items, label, onChange, onChoose, status, value } = props;
  const id = useId();
  const { active, list, move, toFirst } = useActiveOption(items);
  const isOpen = items.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      onChoose(active);
    } else if (move(event.key)) event.preventDefault();
  };
  return (
    <div>
      <TextField
        label={label}
        help={help}
        error={error}
        role="combobox"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${id}-${active.id}` : undefined}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          toFirst();
        }}
        onKeyDown={onKeyDown}
      />
      <p className={classes.status} role="status">
        {status}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        className={classes.options}
        role="listbox"
        aria-label={found}
        hidden={!isOpen}
      >
        {items.map((item) => (
          <ListOption
            key={item.id}
            id={`${id}-${item.id}`}
            className={classes.option}
            isActive={item.id === active?.id}
            onChoose={() => onChoose(item)}
          >
            {children(item)}
          </ListOption>
        ))}
      </div>
    </div>
  );
}
