/** A value as it reads, where it cannot be changed. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { blocksOf } from '../../../contract/src/rich-text-merge.ts';
import { Text, VisuallyHidden } from '../ui/index.ts';
import styles from './compared.module.css';
import type { ValueModel } from './field-type.ts';
import { itemModel } from './item-types.ts';
import { LinkCard } from './links/link-card.tsx';
import { linkOf } from './links/link-value.ts';
import { fieldTypeOf } from './registry.ts';
import { ShownNode } from './shown-text.tsx';

interface ShownValueProperties {
  readonly field: ValueModel;
  readonly value: unknown;
}

export function ShownValue({ field, value }: ShownValueProperties): ReactNode {
  const type = fieldTypeOf(field);
  if (value === undefined) return <Nothing />;
  switch (type.comparison) {
    case 'blocks':
      return <ShownText value={value} />;
    case 'items':
      return (
        <div className={styles.items}>
          {(Array.isArray(value) ? value : []).map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
            <OneValue key={place} field={itemModel(field)} value={item} />
          ))}
        </div>
      );
    case 'whole':
      return <OneValue field={field} value={value} />;
    default:
      return (
        <Text size="sm" component="div" dir="auto" className={type.comparison === 'lines' ? styles.code : styles.words}>
          {type.text(value)}
        </Text>
      );
  }
}

/** A link as a card, anything else as in a list. */
export function OneValue({ field, value }: ShownValueProperties): ReactNode {
  const link = linkOf(value);
  if (link !== null) return <LinkCard link={link} />;
  const { Cell } = fieldTypeOf(field);
  return <Cell field={field} value={value} />;
}

function ShownText({ value }: { readonly value: unknown }): ReactNode {
  return (
    <div className={styles.text}>
      {(blocksOf(value) ?? []).map((node, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
        <ShownNode key={place} node={node} />
      ))}
    </div>
  );
}

function Nothing(): ReactNode {
  const { t } = useLingui();
  return (
    <Text size="sm" c="dimmed">
      <span aria-hidden>—</span>
      <VisuallyHidden>{t({ message: 'No value', comment: 'Of a field, read out' })}</VisuallyHidden>
    </Text>
  );
}
