-- Who is no administrator any more makes none: since this release their open invitations are withdrawn when their rights end.
-- Those that a process of the release before leaves open while both run don't work either: accept-invitation.ts.
update invitations set withdrawn_at = now()
where is_admin and accepted_at is null and withdrawn_at is null and expires_at > now()
  and not exists (select from members m where m.id = invitations.invited_by and m.is_admin and m.is_enabled);
