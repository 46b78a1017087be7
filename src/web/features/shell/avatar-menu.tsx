import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { Menu, MenuDivider, MenuItem, MenuLabel } from '#web/ui/dialogs/menu.tsx';
import { MenuLink } from '#web/ui/dialogs/menu-link.tsx';
import classes from './header.module.css';
import { useLogout } from './use-logout.ts';

const PROFILE: string = '/profile';
const ADMIN: string = '/admin';

/** Name, email, Profile, for administrators Admin Dashboard, Logout. */
export function AvatarMenu({ user, className }: { user: User; className: string | undefined }) {
  const logout = useLogout();
  return (
    <Menu
      label={m.shell_account_menu({ name: user.name })}
      button={<Avatar name={user.name} src={user.avatar} />}
      buttonClassName={className}
    >
      <MenuLabel>
        <div className={classes.name}>{user.name}</div>
        <div className={classes.email}>{user.email}</div>
      </MenuLabel>
      <MenuDivider />
      <MenuLink to={PROFILE}>{m.shell_profile()}</MenuLink>
      {user.role === 'admin' && <MenuLink to={ADMIN}>{m.shell_admin_dashboard()}</MenuLink>}
      <MenuDivider />
      <MenuItem onClick={logout}>{m.shell_logout()}</MenuItem>
    </Menu>
  );
}
