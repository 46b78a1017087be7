import { m } from '#web/lib/messages.ts';
import { chooseScheme, useSchemeChoice } from '#web/theme/color-scheme.ts';
import { Menu, MenuItem } from '#web/ui/dialogs/menu.tsx';
import { MoonIcon, SunIcon, SystemIcon } from './header-icons.tsx';

const CHOICES = [
  { value: 'light', label: m.shell_theme_light, Icon: SunIcon },
  { value: 'dark', label: m.shell_theme_dark, Icon: MoonIcon },
  { value: 'auto', label: m.shell_theme_system, Icon: SystemIcon },
] as const;

/** Light, dark, or what the device says. */
export function ThemeMenu({ className }: { className: string | undefined }) {
  const chosen = useSchemeChoice();
  return (
    <Menu label={m.shell_theme()} button={<SystemIcon />} buttonClassName={className}>
      {CHOICES.map(({ value, label, Icon }) => (
        <MenuItem key={value} icon={<Icon />} checked={chosen === value} onClick={() => chooseScheme(value)}>
          {label()}
        </MenuItem>
      ))}
    </Menu>
  );
}
