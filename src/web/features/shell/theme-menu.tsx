import { useMantineColorScheme } from '@mantine/core';
import { useHydrated } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { MoonIcon, SunIcon, SystemIcon } from './header-icons.tsx';

const CHOICES = [
  { value: 'light', label: m.shell_theme_light, Icon: SunIcon },
  { value: 'dark', label: m.shell_theme_dark, Icon: MoonIcon },
  { value: 'auto', label: m.shell_theme_system, Icon: SystemIcon },
] as const;

/** Light, dark, or what the device says. */
export function ThemeMenu({ className }: { className: string | undefined }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know what this browser chose.
  const chosen = useHydrated() ? colorScheme : 'auto';
  return (
    <Menu label={m.shell_theme()} button={<SystemIcon />} buttonClassName={className}>
      {CHOICES.map(({ value, label, Icon }) => (
        <MenuItem
          key={value}
          icon={<Icon />}
          checked={chosen === value}
          onClick={() => setColorScheme(value)}
        >
          {label()}
        </MenuItem>
      ))}
    </Menu>
  );
}
