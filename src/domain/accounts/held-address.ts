/** An email address that an account has or had. */
export interface HeldAddress {
  readonly address: string;
  /** Until when; null: to this day. What was sent from or to it later is somebody else's, with an account or without. */
  readonly until: Date | null;
}
