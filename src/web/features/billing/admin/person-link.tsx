import { m } from '#web/lib/messages.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** A member by name, with the way to their timeline. */
export function PersonLink({ name, userId }: { name: string | null; userId: string | null }) {
  // A team's name is no account's.
  if (!userId) return <>{name ?? m.billing_admin_deleted()}</>;
  return (
    <TextLink to="/admin/billing" search={{ tab: 'members', person: userId }}>
      {name ?? userId}
    </TextLink>
  );
}
