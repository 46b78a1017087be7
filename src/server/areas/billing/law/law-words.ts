import type { LegalSettings } from '#contract/administration/legal-settings';
import { m } from '../../../../messages/messages.js';

/** The texts of a school, each its own or that of the product. */
export function lawWords(law: LegalSettings) {
  const share = law.refund === 'pro-rata';
  return {
    taxNote: law.taxNote || m.legal_order_tax(),
    orderButton: law.orderButton || m.legal_order_button(),
    beginNow: law.beginNowText || (share ? m.legal_order_begin_share() : m.legal_order_begin_whole()),
    withdrawalLabel: law.withdrawalLabel || m.legal_withdraw_label(),
    withdrawalConfirm: law.withdrawalConfirm || m.legal_withdraw_confirm(),
    withdrawalText: law.withdrawalText || m.legal_withdraw_text({ days: law.withdrawalDays }),
    cancellationLabel: law.cancellationLabel || m.legal_cancel_label(),
    cancellationConfirm: law.cancellationConfirm || m.legal_cancel_confirm(),
  };
}

/** The pages that every page must link to, with the words of the links. */
export function legalLinks(law: LegalSettings): [to: string, label: string][] {
  const { cancellationLabel, withdrawalLabel } = lawWords(law);
  return [
    ...(law.withdrawal ? ([['/legal/withdrawal', withdrawalLabel]] as [string, string][]) : []),
    ...(law.cancellation ? ([['/legal/cancellation', cancellationLabel]] as [string, string][]) : []),
  ];
}
