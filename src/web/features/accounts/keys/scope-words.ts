import type { Scope } from '#domain/access/people/scopes';
import { m } from '#web/lib/messages.ts';

interface Words {
  readonly label: () => string;
  readonly help: () => string;
}

/** What a scope of an API key means to a person. */
export const SCOPE_WORDS: Readonly<Record<Scope, Words>> = {
  'content:read': { label: m.keys_scope_content_read, help: m.keys_scope_content_read_help },
  'comments:write': { label: m.keys_scope_comments_write, help: m.keys_scope_comments_write_help },
  'learning:read': { label: m.keys_scope_learning_read, help: m.keys_scope_learning_read_help },
  'learning:write': { label: m.keys_scope_learning_write, help: m.keys_scope_learning_write_help },
  'notifications:read': {
    label: m.keys_scope_notifications_read,
    help: m.keys_scope_notifications_read_help,
  },
  'notifications:write': {
    label: m.keys_scope_notifications_write,
    help: m.keys_scope_notifications_write_help,
  },
  'admin:content:read': {
    label: m.keys_scope_admin_content_read,
    help: m.keys_scope_admin_content_read_help,
  },
  'admin:content:write': {
    label: m.keys_scope_admin_content_write,
    help: m.keys_scope_admin_content_write_help,
  },
  'admin:moderation': { label: m.keys_scope_admin_moderation, help: m.keys_scope_admin_moderation_help },
  'admin:members:read': {
    label: m.keys_scope_admin_members_read,
    help: m.keys_scope_admin_members_read_help,
  },
  'admin:members:write': {
    label: m.keys_scope_admin_members_write,
    help: m.keys_scope_admin_members_write_help,
  },
  'admin:reports:read': {
    label: m.keys_scope_admin_reports_read,
    help: m.keys_scope_admin_reports_read_help,
  },
};
