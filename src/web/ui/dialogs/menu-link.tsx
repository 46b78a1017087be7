import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './menu.module.css';

interface AnchorProps extends ComponentPropsWithRef<'a'> {
  icon?: ReactNode;
}

function Anchor({ icon, children, ...rest }: AnchorProps) {
  return (
    <a role="menuitem" tabIndex={-1} className={classes.item} {...rest}>
      {icon}
      {children}
    </a>
  );
}

/** A page of this site in a Menu. */
export const MenuLink = createLink(Anchor);
