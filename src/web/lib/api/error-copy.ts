import { m } from '../messages.ts';
import { type FailureCode, failureCode } from './api-error.ts';
import { NOT_HERE, SIGN_IN, TOLD_BY_BILLING, type Words } from './error-words.ts';
import { retryMinutes } from './retry-minutes.ts';
import { TOLD_BY_STUDYING } from './studying-error-words.ts';

/** Words for every failure there is: a code without words does not compile. */
const COPY: Record<FailureCode, Words> = {
  ...TOLD_BY_STUDYING,
  ADDRESS_UNVERIFIED: {
    title: m.errors_address_unverified_title,
    description: m.errors_address_unverified_description,
  },
  PROVIDER_REFUSED: {
    title: m.errors_provider_refused_title,
    description: m.errors_provider_refused_description,
  },
  WRONG_IDENTITY: { title: m.errors_wrong_identity_title, description: m.errors_wrong_identity_description },
  PROVIDER_NOT_FOUND: {
    title: m.errors_provider_not_found_title,
    description: m.errors_provider_not_found_description,
  },
  SIGN_IN_NOT_FOUND: {
    title: m.errors_sign_in_not_found_title,
    description: m.errors_sign_in_not_found_description,
  },
  LINK_FIRST: { title: m.errors_link_first_title, description: m.errors_link_first_description },
  SIGN_IN_TAKEN: { title: m.errors_sign_in_taken_title, description: m.errors_sign_in_taken_description },
  LAST_SIGN_IN: { title: m.errors_last_sign_in_title, description: m.errors_last_sign_in_description },
  SIGN_IN_EXPIRED: {
    title: m.errors_sign_in_expired_title,
    description: m.errors_sign_in_expired_description,
  },
  PROVIDER_AWAY: { title: m.errors_provider_away_title, description: m.errors_provider_away_description },
  BANK_NOT_FOUND: { title: m.errors_bank_not_found_title, description: m.errors_bank_not_found_description },
  QUESTION_NOT_FOUND: {
    title: m.errors_question_not_found_title,
    description: m.errors_question_not_found_description,
  },
  IMPORT_NOT_FOUND: {
    title: m.errors_import_not_found_title,
    description: m.errors_import_not_found_description,
  },
  FOLDER_IMPORT_NOT_FOUND: {
    title: m.errors_folder_import_not_found_title,
    description: m.errors_folder_import_not_found_description,
  },
  FOLDER_IMPORT_RUNNING: {
    title: m.errors_folder_import_running_title,
    description: m.errors_folder_import_running_description,
  },
  BANK_IN_USE: { title: m.errors_bank_in_use_title, description: m.errors_bank_in_use_description },
  BAD_INPUT: { title: m.errors_bad_input_title, description: m.errors_bad_input_description },
  SIGN_IN_REQUIRED: SIGN_IN,
  INVALID_CREDENTIALS: {
    title: m.errors_invalid_credentials_title,
    description: m.errors_invalid_credentials_description,
  },
  INVALID_CODE: { title: m.errors_invalid_code_title, description: m.errors_invalid_code_description },
  EMAIL_NOT_VERIFIED: {
    title: m.errors_email_not_verified_title,
    description: m.errors_email_not_verified_description,
  },
  ADMINISTRATOR_REQUIRED: {
    title: m.errors_administrator_required_title,
    description: m.errors_administrator_required_description,
  },
  TWO_FACTOR_REQUIRED: {
    title: m.errors_two_factor_required_title,
    description: m.errors_two_factor_required_description,
  },
  ADDRESS_NOT_ALLOWED: {
    title: m.errors_address_not_allowed_title,
    description: m.errors_address_not_allowed_description,
  },
  TIER_REQUIRED: { title: m.errors_tier_required_title, description: m.errors_tier_required_description },
  AUTHOR_REQUIRED: {
    title: m.errors_author_required_title,
    description: m.errors_author_required_description,
  },
  AUTHOR_NOT_FOUND: { title: m.errors_not_found_title, description: m.errors_not_found_description },
  FOREIGN_ORIGIN: { title: m.errors_foreign_origin_title, description: m.errors_foreign_origin_description },
  NOT_FOUND: { title: m.errors_not_found_title, description: m.errors_not_found_description },
  COURSE_NOT_FOUND: {
    title: m.errors_course_not_found_title,
    description: m.errors_course_not_found_description,
  },
  SECTION_NOT_FOUND: {
    title: m.errors_section_not_found_title,
    description: m.errors_section_not_found_description,
  },
  CATEGORY_NOT_FOUND: {
    title: m.errors_category_not_found_title,
    description: m.errors_category_not_found_description,
  },
  BACKUPS_OFF: {
    title: m.errors_backups_off_title,
    description: m.errors_backups_off_description,
  },
  CHORE_NOT_FOUND: {
    title: m.errors_chore_not_found_title,
    description: m.errors_chore_not_found_description,
  },
  MESSAGE_NOT_FOUND: {
    title: m.errors_message_not_found_title,
    description: m.errors_message_not_found_description,
  },
  POST_NOT_FOUND: { title: m.errors_post_not_found_title, description: m.errors_post_not_found_description },
  PLAN_NOT_FOUND: { title: m.errors_plan_not_found_title, description: m.errors_plan_not_found_description },
  PAGE_NOT_FOUND: { title: m.errors_page_not_found_title, description: m.errors_page_not_found_description },
  REVISION_NOT_FOUND: {
    title: m.errors_revision_not_found_title,
    description: m.errors_revision_not_found_description,
  },
  SESSION_NOT_FOUND: {
    title: m.errors_session_not_found_title,
    description: m.errors_session_not_found_description,
  },
  COMMENT_NOT_FOUND: {
    title: m.errors_comment_not_found_title,
    description: m.errors_comment_not_found_description,
  },
  DECISION_NOT_FOUND: {
    title: m.errors_decision_not_found_title,
    description: m.errors_decision_not_found_description,
  },
  COMMENT_HIDDEN: { title: m.errors_comment_hidden_title, description: m.errors_comment_hidden_description },
  OWN_COMMENT: { title: m.errors_own_comment_title, description: m.errors_own_comment_description },
  ACCOUNT_DISABLED: {
    title: m.errors_account_disabled_title,
    description: m.errors_account_disabled_description,
  },
  CERTIFICATE_NOT_FOUND: {
    title: m.errors_certificate_not_found_title,
    description: m.errors_certificate_not_found_description,
  },
  CERTIFICATE_NOT_EARNED: {
    title: m.errors_certificate_not_earned_title,
    description: m.errors_certificate_not_earned_description,
  },
  RENEWAL_TOO_EARLY: {
    title: m.errors_renewal_too_early_title,
    description: m.errors_renewal_too_early_description,
  },
  CERTIFICATE_CLOSED: {
    title: m.errors_certificate_closed_title,
    description: m.errors_certificate_closed_description,
  },
  USER_NOT_FOUND: {
    title: m.errors_user_not_found_title,
    description: m.errors_user_not_found_description,
  },
  INVITATION_NOT_FOUND: {
    title: m.errors_invitation_not_found_title,
    description: m.errors_invitation_not_found_description,
  },
  INVITATION_ENDED: {
    title: m.errors_invitation_ended_title,
    description: m.errors_invitation_ended_description,
  },
  ENTRY_NOT_FOUND: {
    title: m.errors_entry_not_found_title,
    description: m.errors_entry_not_found_description,
  },
  SUPPORT_REFUSED: {
    title: m.errors_support_refused_title,
    description: m.errors_support_refused_description,
  },
  SUPPORT_CLOSED: {
    title: m.errors_support_closed_title,
    description: m.errors_support_closed_description,
  },
  SUPPORT_READ_ONLY: {
    title: m.errors_support_read_only_title,
    description: m.errors_support_read_only_description,
  },
  OWN_ACCOUNT: {
    title: m.errors_own_account_title,
    description: m.errors_own_account_description,
  },
  DELETION_PENDING: {
    title: m.errors_deletion_pending_title,
    description: m.errors_deletion_pending_description,
  },
  MARKETING_OFF: NOT_HERE,
  NO_RECIPIENTS: NOT_HERE,
  LAST_ADMINISTRATOR: {
    title: m.errors_last_administrator_title,
    description: m.errors_last_administrator_description,
  },
  NOT_ENROLLED: {
    title: m.errors_not_enrolled_title,
    description: m.errors_not_enrolled_description,
  },
  // A page has a session and never a key: it does not get these.
  INVALID_KEY: SIGN_IN,
  SESSION_REQUIRED: SIGN_IN,
  SCOPE_REQUIRED: SIGN_IN,
  KEY_NOT_FOUND: NOT_HERE,
  EXPORT_NOT_FOUND: {
    title: m.errors_export_not_found_title,
    description: m.errors_export_not_found_description,
  },
  EXPORT_LIMIT: { title: m.errors_export_limit_title, description: m.errors_export_limit_description },
  EXPORT_RUNNING: {
    title: m.errors_export_running_title,
    description: m.errors_export_running_description,
  },
  TOO_MANY_KEYS: { title: m.errors_too_many_keys_title, description: m.errors_too_many_keys_description },
  PROOF_REQUIRED: {
    title: m.errors_proof_required_title,
    description: m.errors_proof_required_description,
  },
  SUBSCRIPTION_RUNNING: {
    title: m.errors_subscription_running_title,
    description: m.errors_subscription_running_description,
  },
  NO_SUBSCRIPTION: {
    title: m.errors_no_subscription_title,
    description: m.errors_no_subscription_description,
  },
  CURRENCY_FIXED: { title: m.errors_currency_fixed_title, description: m.errors_currency_fixed_description },
  PAYMENT_OVERDUE: {
    title: m.errors_payment_overdue_title,
    description: m.errors_payment_overdue_description,
  },
  PREVIEW_OUTDATED: {
    title: m.errors_preview_outdated_title,
    description: m.errors_preview_outdated_description,
  },
  SUBSCRIPTION_ENDING: {
    title: m.errors_subscription_ending_title,
    description: m.errors_subscription_ending_description,
  },
  COUPON_CODE_TAKEN: { title: m.errors_coupon_taken_title, description: m.errors_coupon_taken_description },
  COUPON_EXPIRED: { title: m.errors_coupon_expired_title, description: m.errors_coupon_expired_description },
  COUPON_NOT_FOUND: {
    title: m.errors_coupon_missing_title,
    description: m.errors_coupon_missing_description,
  },
  TRIAL_CHANGED: { title: m.errors_trial_changed_title, description: m.errors_trial_changed_description },
  ORDER_OUTDATED: {
    title: m.errors_order_outdated_title,
    description: m.errors_order_outdated_description,
  },
  WITHDRAWAL_OVER: {
    title: m.errors_withdrawal_over_title,
    description: m.errors_withdrawal_over_description,
  },
  CONSENT_NOT_FOUND: {
    title: m.errors_consent_not_found_title,
    description: m.errors_consent_not_found_description,
  },
  REQUEST_NOT_FOUND: {
    title: m.errors_request_not_found_title,
    description: m.errors_request_not_found_description,
  },
  PAYMENTS_OFF: { title: m.errors_payments_off_title, description: m.errors_payments_off_description },
  PAYMENT_REFUSED: {
    title: m.errors_payment_refused_title,
    description: m.errors_payment_refused_description,
  },
  PAYMENT_DECLINED: {
    title: m.errors_payment_declined_title,
    description: m.errors_payment_declined_description,
  },
  PAYMENTS_AWAY: { title: m.errors_payments_away_title, description: m.errors_payments_away_description },
  INVOICE_NOT_FOUND: {
    title: m.errors_invoice_not_found_title,
    description: m.errors_invoice_not_found_description,
  },
  ...TOLD_BY_BILLING,
  PAYMENT_REQUIRED: {
    title: m.errors_payment_required_title,
    description: m.errors_payment_required_description,
  },
  ACCOUNT_EXISTS: {
    title: m.errors_account_exists_title,
    description: m.errors_account_exists_description,
  },
  ALREADY_CONFIRMED: {
    title: m.errors_already_confirmed_title,
    description: m.errors_already_confirmed_description,
  },
  METHOD_NOT_ALLOWED: {
    title: m.errors_method_not_allowed_title,
    description: m.errors_method_not_allowed_description,
  },
  VERSION_CONFLICT: {
    title: m.errors_version_conflict_title,
    description: m.errors_version_conflict_description,
  },
  ADDRESS_TAKEN: { title: m.errors_address_taken_title, description: m.errors_address_taken_description },
  SLUG_TAKEN: { title: m.errors_slug_taken_title, description: m.errors_slug_taken_description },
  CATEGORY_NAME_TAKEN: {
    title: m.errors_category_name_taken_title,
    description: m.errors_category_name_taken_description,
  },
  MEDIA_NOT_FOUND: {
    title: m.errors_media_not_found_title,
    description: m.errors_media_not_found_description,
  },
  MEDIA_KIND_DIFFERS: {
    title: m.errors_media_kind_differs_title,
    description: m.errors_media_kind_differs_description,
  },
  MEDIA_IN_USE: { title: m.errors_media_in_use_title, description: m.errors_media_in_use_description },
  MEDIA_FULL: { title: m.errors_media_full_title, description: m.errors_media_full_description },
  UPLOAD_MOVED: { title: m.errors_upload_moved_title, description: m.errors_upload_moved_description },
  CATEGORY_IN_USE: {
    title: m.errors_category_in_use_title,
    description: m.errors_category_in_use_description,
  },
  TWO_FACTOR_ALREADY_ON: {
    title: m.errors_two_factor_already_on_title,
    description: m.errors_two_factor_already_on_description,
  },
  TWO_FACTOR_OFF: { title: m.errors_two_factor_off_title, description: m.errors_two_factor_off_description },
  WOULD_LOCK_OUT: { title: m.errors_would_lock_out_title, description: m.errors_would_lock_out_description },
  REQUEST_IN_PROGRESS: {
    title: m.errors_request_in_progress_title,
    description: m.errors_request_in_progress_description,
  },
  PASSKEY_REFUSED: {
    title: m.errors_passkey_refused_title,
    description: m.errors_passkey_refused_description,
  },
  PASSKEY_NOT_FOUND: {
    title: m.errors_passkey_not_found_title,
    description: m.errors_passkey_not_found_description,
  },
  PASSKEY_TAKEN: { title: m.errors_passkey_taken_title, description: m.errors_passkey_taken_description },
  CODE_EXPIRED: { title: m.errors_code_expired_title, description: m.errors_code_expired_description },
  LINK_EXPIRED: { title: m.errors_link_expired_title, description: m.errors_link_expired_description },
  BODY_TOO_SLOW: { title: m.errors_body_too_slow_title, description: m.errors_body_too_slow_description },
  BODY_TOO_LARGE: { title: m.errors_body_too_large_title, description: m.errors_body_too_large_description },
  UNSUPPORTED_FILE: {
    title: m.errors_unsupported_file_title,
    description: m.errors_unsupported_file_description,
  },
  PASSWORD_TOO_WEAK: {
    title: m.errors_password_too_weak_title,
    description: m.errors_password_too_weak_description,
  },
  PASSWORD_TOO_COMMON: {
    title: m.errors_password_too_common_title,
    description: m.errors_password_too_common_description,
  },
  WRONG_PASSWORD: { title: m.errors_wrong_password_title, description: m.errors_wrong_password_description },
  IDEMPOTENCY_KEY_REUSED: {
    title: m.errors_idempotency_key_reused_title,
    description: m.errors_idempotency_key_reused_description,
  },
  DAILY_LIMIT: { title: m.errors_daily_limit_title, description: m.errors_daily_limit_description },
  RATE_LIMITED: { title: m.errors_rate_limited_title, description: m.errors_rate_limited_description },
  ACCOUNT_LOCKED: { title: m.errors_account_locked_title, description: m.errors_account_locked_description },
  INTERNAL: { title: m.errors_internal_title, description: m.errors_internal_description },
  DATABASE_UNAVAILABLE: {
    title: m.errors_database_unavailable_title,
    description: m.errors_database_unavailable_description,
  },
  STORAGE_UNAVAILABLE: {
    title: m.errors_storage_unavailable_title,
    description: m.errors_storage_unavailable_description,
  },
  DISK_FULL: { title: m.errors_disk_full_title, description: m.errors_disk_full_description },
  UNREACHABLE: { title: m.errors_unreachable_title, description: m.errors_unreachable_description },
};

/** What a failed call says to people; a limit says how long it still lasts. */
export function errorCopy(error: unknown): { title: string; description: string } {
  // A newer server may know a code that this page does not.
  const { title, description } = COPY[failureCode(error) ?? 'INTERNAL'] ?? COPY.INTERNAL;
  const minutes = retryMinutes(error);
  return {
    title: title(),
    description: minutes === null ? description() : waitWords(minutes),
  };
}

/** A long wait in whole hours: more of minutes than anybody reads at once. */
function waitWords(minutes: number): string {
  if (minutes <= 120) return m.errors_retry_minutes({ minutes });
  return m.errors_retry_hours({ hours: Math.ceil(minutes / 60) });
}
