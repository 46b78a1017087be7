export const NAME = 'Zebulon Quagmire';
export const OLD_NAME = 'Zeb Oldname';
export const ADDRESS = 'zebulon.quagmire@elsewhere.test';
/** One that waits to be confirmed. */
export const NEXT_ADDRESS = 'zq.later@elsewhere.test';
/** Where the person comes from. */
export const NETWORK = '203.0.113.9';
