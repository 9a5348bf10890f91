/** A button that copies a text, and says for a moment that it did. */
import { Trans } from '@lingui/react/macro';
import { Button, type ButtonProps, CopyButton, VisuallyHidden } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

interface CopyTextButtonProperties
  extends ButtonProps,
    Omit<ComponentProps<'button'>, keyof ButtonProps | 'value' | 'name'> {
  /** The text. */
  readonly value: string;
  /** The name of the text, for screen readers: several such buttons may stand on a page. */
  readonly name?: string;
  /** What it says once that is copied. */
  readonly copiedWords?: ReactNode;
  /** What it says before; *Copy* where nothing is given. */
  readonly children?: ReactNode;
}

export function CopyTextButton({ value, name, copiedWords, children, ...button }: CopyTextButtonProperties): ReactNode {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" {...button} onClick={copy}>
          {copied ? (copiedWords ?? <Trans>Copied</Trans>) : (children ?? <Trans>Copy</Trans>)}
          {name !== undefined && <VisuallyHidden>: {name}</VisuallyHidden>}
        </Button>
      )}
    </CopyButton>
  );
}
