/** The input of a field that holds one link. */
import type { ReactNode } from 'react';
import { Stack } from '../../ui/index.ts';
import type { InputProps } from '../field-type.ts';
import { LinkButtons } from './link-buttons.tsx';
import { LinkCard } from './link-card.tsx';
import { linkOf } from './link-value.ts';

interface OneLinkProperties extends InputProps {
  readonly kind: 'entry' | 'asset';
}

export function OneLink({ kind, value, ...input }: OneLinkProperties): ReactNode {
  const link = linkOf(value);
  return (
    <Stack gap={4} id={input.id} role="group" aria-labelledby={input.labelledBy} aria-describedby={input.describedBy}>
      {link !== null && (
        <LinkCard link={link} {...(input.readOnly ? {} : { onRemove: () => input.onChange(undefined) })} />
      )}
      {!input.readOnly && (
        <LinkButtons
          kind={kind}
          field={input.field}
          several={false}
          picked={new Set(link === null ? [] : [link.id])}
          onPick={input.onChange}
        />
      )}
    </Stack>
  );
}
