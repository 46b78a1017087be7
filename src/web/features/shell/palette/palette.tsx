import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import { ListOption } from '#web/ui/fields/list-option.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { useActiveOption } from '#web/ui/fields/use-active-option.ts';
import { useAdminGroups } from '../admin-groups.ts';
import { useLogout } from '../use-logout.ts';
import { type Command, type Group, ownCommands } from './commands.ts';
import { foundQuery } from './found-queries.ts';
import classes from './palette.module.css';
import { ranked } from './rank.ts';

const GROUP_NAMES: Readonly<Record<Group, () => string>> = {
  pages: m.palette_pages,
  settings: m.palette_settings,
  actions: m.palette_actions,
  courses: m.palette_courses,
  posts: m.palette_posts,
  people: m.palette_people,
};

interface PaletteProps {
  user: User;
  onClose: () => void;
}

/** Every page, course, person, setting, and action by typing a part of its name: a combobox over a list of groups. */
export function Palette({ onClose, user }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const choose = useChoose(dialog);
  useLayoutEffect(() => {
    const it = dialog.current;
    it?.showModal();
    // Taken away while it is open it would take the focus with it.
    return () => it?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape, which is onClose.
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label={m.palette_open()}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <Choosing user={user} onChoose={choose} onEscape={() => dialog.current?.close()} />
    </dialog>
  );
}

/** Closes first: the focus goes back, and what is chosen may move it. */
function useChoose(dialog: { current: HTMLDialogElement | null }): (command: Command) => void {
  const router = useRouter();
  return ({ does }) => {
    dialog.current?.close();
    if ('to' in does) void router.navigate({ to: does.to });
    else void does.run();
  };
}

interface ChoosingProps {
  user: User;
  onChoose: (command: Command) => void;
  onEscape: () => void;
}

function Choosing({ onChoose, onEscape, user }: ChoosingProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { commands, groups, isFailed, isSearching } = useCommands(user, typed);
  const { active, list, move, toFirst } = useActiveOption(commands);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isMove = move(event.key);
    if (!isMove && !['Enter', 'Escape'].includes(event.key)) return;
    // In a search field Escape would only empty it.
    event.preventDefault();
    if (event.key === 'Escape') onEscape();
    else if (!isMove && active) onChoose(active);
  };
  return (
    <>
      <SearchField
        label={m.palette_label()}
        placeholder={m.palette_placeholder()}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={active && `${id}${active.id}`}
        aria-autocomplete="list"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          toFirst();
        }}
        onKeyDown={onKeyDown}
        autoFocus
        maxLength={100}
      />
      <div
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label={m.palette_results()}
        className={classes.list}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a set of fields can't be in a list of options.
          <div key={group} role="group" aria-labelledby={`${id}${group}`}>
            <div id={`${id}${group}`} className={classes.group} role="presentation">
              {GROUP_NAMES[group]()}
            </div>
            {commands
              .filter((command) => command.group === group)
              .map((command) => (
                <ListOption
                  key={command.id}
                  id={`${id}${command.id}`}
                  className={classes.option}
                  isActive={command.id === active?.id}
                  onChoose={() => onChoose(command)}
                >
                  <span className={classes.label}>{command.label}</span>
                  {command.further && <span className={classes.further}>{command.further}</span>}
                </ListOption>
              ))}
          </div>
        ))}
      </div>
      <p className={classes.state} role="status">
        {isFailed
          ? m.palette_failed()
          : isSearching
            ? m.palette_searching()
            : commands.length > 0
              ? m.palette_count({ count: commands.length })
              : m.palette_none()}
      </p>
    </>
  );
}

/**
 * In the order in which they are shown: the group with the best first. What the server finds comes after it, so that nothing
 * moves under a finger.
 */
function useCommands(user: User, typed: string) {
  const api = useApi();
  const logout = useLogout();
  const adminItems = useAdminGroups(user).flatMap(({ items }) => items);
  const settled = useSettled(typed.trim());
  const { data: found, isError, isFetching } = useQuery(foundQuery(api, user, settled));
  const isSettled = typed.trim() === settled;
  const all = [...ranked(typed, ownCommands(user, adminItems, logout)), ...((isSettled && found) || [])];
  const groups = [...new Set(all.map(({ group }) => group))];
  return {
    groups,
    commands: groups.flatMap((group) => all.filter((command) => command.group === group)),
    isFailed: isError && isSettled,
    isSearching: isFetching || !isSettled,
  };
}
