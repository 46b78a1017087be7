import { useLocation } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './comment-thread.module.css';

/** For visitors: the way to sign in and back to the comments. */
export function SignInPrompt() {
  const here = useLocation({ select: ({ pathname, searchStr }) => `${pathname}${searchStr}#comments` });
  return (
    <div className={classes.prompt}>
      <p>{m.comments_sign_in_text()}</p>
      <LinkButton to="/login" search={{ redirect: here }}>
        {m.comments_sign_in()}
      </LinkButton>
    </div>
  );
}
