import type { Seconds } from '#domain/billing/facts';

export const secondsOf = (date: Date): Seconds => Math.floor(date.getTime() / 1000);
export const dateOf = (seconds: Seconds): Date => new Date(seconds * 1000);
