import type { MenuSettings } from '#contract/administration/menus';
import { FOOTER_COLUMNS, type NavItem, TOP_NAVIGATION } from '#web/ui/layout/nav-items.ts';

/** Menus as a form holds them: those of the product are filled in. */
export type FilledMenus = { readonly [Name in keyof MenuSettings]: NonNullable<MenuSettings[Name]> };

function toLink({ label, to }: NavItem) {
  return { label: label(), to, audience: 'everyone' } as const;
}

export function defaultMenus(): FilledMenus {
  return {
    header: TOP_NAVIGATION.map(toLink),
    footer: FOOTER_COLUMNS.map(({ items, title }) => ({ title: title(), links: items.map(toLink) })),
  };
}

export function filledMenus({ footer, header }: MenuSettings): FilledMenus {
  const defaults = defaultMenus();
  return { header: header ?? defaults.header, footer: footer ?? defaults.footer };
}

/** What is as the product has it is not saved, so that it follows the product. */
export function ownMenus({ footer, header }: FilledMenus): MenuSettings {
  const defaults = defaultMenus();
  const own = <Value>(value: Value, other: Value) => (isEqual(value, other) ? null : value);
  return { header: own(header, defaults.header), footer: own(footer, defaults.footer) };
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return mine.length === theirs.size && mine.every(([key, value]) => isEqual(value, theirs.get(key)));
}
