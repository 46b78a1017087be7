/** For `validateSearch` of a page behind the link of a mail. */
export function tokenSearch({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === 'string' ? { token: token.slice(0, 500) } : {};
}
