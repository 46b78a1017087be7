import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { type ButtonLook, buttonLook } from './button.tsx';

interface AnchorProps extends ComponentPropsWithRef<'a'>, ButtonLook {}

function Anchor({ variant, size, wide, strong, className, ...rest }: AnchorProps) {
  return <a {...buttonLook({ variant, size, wide, strong }, className)} {...rest} />;
}

/** A link to a page of this site that looks like a button: typed `to`, `params`, `search`. */
export const LinkButton = createLink(Anchor);
