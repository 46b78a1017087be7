import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import classes from './text-link.module.css';

interface AnchorProps extends ComponentPropsWithRef<'a'> {
  /** The colour of the text around it; underlined under the pointer. */
  quiet?: boolean;
}

function Anchor({ quiet, className, ...rest }: AnchorProps) {
  return <a className={`${classes.link} ${className ?? ''}`} data-quiet={quiet || undefined} {...rest} />;
}

/** A link inside text or a list: typed `to`, `params`, `search`. */
export const TextLink = createLink(Anchor);
