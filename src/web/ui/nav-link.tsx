import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface AnchorProps extends ComponentPropsWithRef<'a'> {
  icon?: ReactNode;
}

function Anchor({ icon, children, ...rest }: AnchorProps) {
  return (
    <a {...rest}>
      {icon}
      <span>{children}</span>
    </a>
  );
}

const Linked = createLink(Anchor);

/** An entry of a navigation; `aria-current` is set on exactly the page it names, so /admin is not lit by /admin/courses. */
export const NavLink: LinkComponent<typeof Anchor> = (props) => (
  <Linked activeOptions={{ exact: true, includeSearch: false }} {...props} />
);
