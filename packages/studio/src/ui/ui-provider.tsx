/** Wraps the application: colours, fonts, light and dark as the person's system has it, right-to-left as the page has it. */
import '@mantine/core/styles.css';
import './tokens.css';
import './base.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme, variables } from './theme.ts';

/** What the Content-Security-Policy of this page lets styles be written with. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

// What keeps the page from scrolling under dialogs (react-remove-scroll) writes styles of its own, and asks here for theirs.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

export function UiProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
