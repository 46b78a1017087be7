/** The address of the last registration in this tab: the sign-in that follows has it filled in. */
let kept = '';

export function keepAddress(email: string): void {
  kept = email;
}

export function keptAddress(): string {
  return kept;
}
