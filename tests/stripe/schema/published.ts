import type Stripe from 'stripe';

/** Every object that the fake may answer with, by the name that the fake calls it. */
export interface Replies {
  customer: Stripe.Customer;
  deletedCustomer: Stripe.DeletedCustomer;
  product: Stripe.Product;
  price: Stripe.Price;
  coupon: Stripe.Coupon;
  promotionCode: Stripe.PromotionCode;
  checkoutSession: Stripe.Checkout.Session;
  subscription: Stripe.Subscription;
  subscriptionItem: Stripe.SubscriptionItem;
  subscriptionSchedule: Stripe.SubscriptionSchedule;
  schedulePhase: Stripe.SubscriptionSchedule.Phase;
  invoice: Stripe.Invoice;
  invoiceLine: Stripe.InvoiceLineItem;
  invoicePayment: Stripe.InvoicePayment;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  paymentIntent: Stripe.PaymentIntent;
  portalSession: Stripe.BillingPortal.Session;
  portalConfiguration: Stripe.BillingPortal.Configuration;
  taxSettings: Stripe.Tax.Settings;
  webhookEndpoint: Stripe.WebhookEndpoint;
  testClock: Stripe.TestHelpers.TestClock;
  deletedTestClock: Stripe.TestHelpers.DeletedTestClock;
  paymentMethod: Stripe.PaymentMethod;
  discount: Stripe.Discount;
}

/** The parameters of every request that the fake takes. */
export interface Requests {
  customerCreate: Stripe.CustomerCreateParams;
  customerUpdate: Stripe.CustomerUpdateParams;
  customerList: Stripe.CustomerListParams;
  productCreate: Stripe.ProductCreateParams;
  productList: Stripe.ProductListParams;
  priceCreate: Stripe.PriceCreateParams;
  priceUpdate: Stripe.PriceUpdateParams;
  priceList: Stripe.PriceListParams;
  couponCreate: Stripe.CouponCreateParams;
  promotionCodeCreate: Stripe.PromotionCodeCreateParams;
  promotionCodeUpdate: Stripe.PromotionCodeUpdateParams;
  promotionCodeList: Stripe.PromotionCodeListParams;
  checkoutSessionCreate: Stripe.Checkout.SessionCreateParams;
  checkoutSessionList: Stripe.Checkout.SessionListParams;
  subscriptionCreate: Stripe.SubscriptionCreateParams;
  subscriptionUpdate: Stripe.SubscriptionUpdateParams;
  subscriptionCancel: Stripe.SubscriptionCancelParams;
  subscriptionList: Stripe.SubscriptionListParams;
  scheduleCreate: Stripe.SubscriptionScheduleCreateParams;
  scheduleUpdate: Stripe.SubscriptionScheduleUpdateParams;
  scheduleRelease: Stripe.SubscriptionScheduleReleaseParams;
  invoiceList: Stripe.InvoiceListParams;
  invoiceLineList: Stripe.InvoiceListLineItemsParams;
  invoicePreview: Stripe.InvoiceCreatePreviewParams;
  invoicePaymentList: Stripe.InvoicePaymentListParams;
  chargeList: Stripe.ChargeListParams;
  refundCreate: Stripe.RefundCreateParams;
  refundList: Stripe.RefundListParams;
  disputeList: Stripe.DisputeListParams;
  portalConfigurationList: Stripe.BillingPortal.ConfigurationListParams;
  taxSettingsRetrieve: Stripe.Tax.SettingsRetrieveParams;
  webhookEndpointList: Stripe.WebhookEndpointListParams;
  portalSessionCreate: Stripe.BillingPortal.SessionCreateParams;
  testClockCreate: Stripe.TestHelpers.TestClockCreateParams;
  testClockAdvance: Stripe.TestHelpers.TestClockAdvanceParams;
  productUpdate: Stripe.ProductUpdateParams;
  invoicePay: Stripe.InvoicePayParams;
  paymentMethodAttach: Stripe.PaymentMethodAttachParams;
  eventList: Stripe.EventListParams;
  webhookEndpointCreate: Stripe.WebhookEndpointCreateParams;
}
