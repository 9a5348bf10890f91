/** What the types of links show in lists and filters. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button, Text } from '../../ui/index.ts';
import type { CellProps, OperandProps } from '../field-type.ts';
import { useCard } from './cards.ts';
import { type LinkValue, linkOf } from './link-value.ts';
import { pickers } from './pickers.ts';

export function LinkCell({ value }: CellProps): ReactNode {
  const link = linkOf(value);
  return link === null ? null : <LinkTitle link={link} />;
}

function LinkTitle({ link }: { readonly link: LinkValue }): ReactNode {
  const card = useCard(link);
  return (
    <Text size="sm" truncate="end" dir="auto" c={card === null ? 'var(--failed)' : 'inherit'}>
      {card === undefined ? '' : (card?.title ?? link.id)}
    </Text>
  );
}

/** A button with the title of what is linked to, which opens the picker. */
export function LinkOperand({ label, field, value, onChange }: OperandProps): ReactNode {
  const { t } = useLingui();
  const [picking, setPicking] = useState(false);
  const type = field.type === 'asset' ? 'asset' : 'entry';
  const Picker = pickers[type];
  return (
    <>
      <Button
        variant="default"
        aria-label={label}
        onPointerEnter={Picker.preload}
        onFocus={Picker.preload}
        onClick={() => setPicking(true)}
      >
        {value === '' ? t`Choose…` : <LinkTitle link={{ type, id: value }} />}
      </Button>
      {picking && (
        <Picker
          field={field}
          several={false}
          onClose={() => setPicking(false)}
          onPick={(link) => {
            onChange(link.id);
            setPicking(false);
          }}
        />
      )}
    </>
  );
}
