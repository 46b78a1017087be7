import type { ComponentPropsWithRef } from 'react';
import classes from './button.module.css';

export interface ButtonLook {
  /** What can be done next is primary; one a screen. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** As wide as what holds it. */
  wide?: boolean;
  /** A danger that is about to happen: filled. */
  strong?: boolean;
}

export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** Its work is under way: it does nothing, and keeps the focus, which a disabled button loses. */
  busy?: boolean;
}

/** A button in the look of Lectern. While work is under way: `busy` and the words for it ('Saving...'). */
export function Button({
  variant,
  size,
  wide,
  strong,
  busy,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      {...buttonLook({ variant, size, wide, strong }, className)}
      {...rest}
      {...held(busy)}
    />
  );
}

/** The attributes of what does nothing while its work is under way. */
export function held(busy: boolean | undefined) {
  return busy && { 'aria-disabled': true, onClick: prevent };
}

function prevent(event: { preventDefault: () => void }) {
  event.preventDefault();
}

type Look = { [Name in keyof ButtonLook]: ButtonLook[Name] | undefined };

/** The attributes that make anything look like a button. */
export function buttonLook({ variant = 'primary', size = 'md', wide, strong }: Look, className?: string) {
  return {
    className: className ? `${classes.button} ${className}` : classes.button,
    'data-variant': variant,
    'data-size': size,
    'data-wide': wide || undefined,
    'data-strong': strong || undefined,
  };
}
