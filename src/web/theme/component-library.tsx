import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { chooseScheme, onScheme, schemeChoice } from './color-scheme.ts';
import { cssVariablesResolver, theme } from './theme.ts';

/**
 * Around every screen that uses a component of Mantine. Not around the whole site: visitors' pages do without, which
 * spares them 9 kB. A screen imports the `.layer.css` sheet of each component it uses.
 */
export function ComponentLibrary({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}

let forget: (() => void) | undefined;

const manager: MantineColorSchemeManager = {
  get: (fallback) => (typeof window === 'undefined' ? fallback : schemeChoice()),
  set: chooseScheme,
  subscribe: (onUpdate) => {
    forget = onScheme(() => onUpdate(schemeChoice()));
  },
  unsubscribe: () => forget?.(),
  clear: () => chooseScheme('auto'),
};
