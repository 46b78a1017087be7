import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const ACCENT = Array.from({ length: 10 }, (_, shade) => `var(--accent-${shade})`);
const GRAY: MantineColorsTuple = [
  '#f8f6f1',
  '#f1eee7',
  '#e5e1d8',
  '#d8d3c7',
  '#cdc7ba',
  '#8c8779',
  '#626772',
  '#484d57',
  '#2c3038',
  '#15181e',
];
const DARK: MantineColorsTuple = [
  '#e8e6e1',
  '#b7b8bb',
  '#969aa3',
  '#6f7684',
  '#3a404c',
  '#282d37',
  '#1f242d',
  '#12151b',
  '#0d1015',
  '#090b0f',
];
const RED: MantineColorsTuple = [
  '#fbeceb',
  '#f7d5d2',
  '#f2b3ae',
  '#f2938a',
  '#e4685d',
  '#cf4337',
  '#bd3026',
  '#a8261d',
  '#962019',
  '#761712',
];

/** The accent and the colour of loss have one filling each in both schemes; the rest is Mantine's. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  const color = input.color ?? input.theme.primaryColor;
  if (color !== 'accent') return resolved;
  const border = '1px solid transparent';
  if (input.variant === 'filled') {
    return {
      background: 'var(--accent-fill)',
      hover: 'var(--accent-fill-hover)',
      color: 'var(--accent-on-fill)',
      border,
    };
  }
  if (input.variant === 'light') {
    return {
      background: 'var(--accent-soft)',
      hover: 'var(--accent-soft)',
      color: 'var(--accent-ink)',
      border,
    };
  }
  if (input.variant === 'subtle' || input.variant === 'transparent') {
    return { ...resolved, color: 'var(--accent-ink)' };
  }
  return resolved;
};

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 8,
  autoContrast: true,
  white: '#fffefc',
  black: '#15181e',
  colors: { accent: ACCENT as unknown as MantineColorsTuple, gray: GRAY, dark: DARK, red: RED },
  variantColorResolver,
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-serif)', fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, centered: true } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

const shared = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-anchor': 'var(--accent-ink)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-faint)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-accent-filled': 'var(--accent-fill)',
  '--mantine-color-accent-filled-hover': 'var(--accent-fill-hover)',
  '--mantine-color-accent-light-color': 'var(--accent-ink)',
  '--mantine-color-accent-outline': 'var(--accent-ink)',
  '--mantine-primary-color-contrast': 'var(--accent-on-fill)',
};

/** Mantine's own greys and blues fail the contrast rules here and there; ours do not (design section 8). */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: shared,
});
