/** The input of an array of links: rows of cards in their order. */
import type { ReactNode } from 'react';
import type { InputProps, ValueModel } from '../field-type.ts';
import { OrderedItems } from '../ordered-items.tsx';
import { useTitle } from './cards.ts';
import { LinkCard } from './link-card.tsx';
import { LinkGroup } from './link-group.tsx';
import { type LinkValue, linkOf } from './link-value.ts';

interface LinkListProperties extends InputProps {
  readonly kind: 'entry' | 'asset';
}

export function LinkList({ kind, value, ...input }: LinkListProperties): ReactNode {
  const links = (Array.isArray(value) ? value : []).map(linkOf).filter((link) => link !== null);
  const model: ValueModel = { ...input.field, type: kind, validations: input.field.items?.validations ?? {} };

  function change(next: readonly LinkValue[]): void {
    input.onChange(next.length === 0 ? undefined : next);
  }

  return (
    <LinkGroup
      input={input}
      kind={kind}
      field={model}
      several
      picked={new Set(links.map(({ id }) => id))}
      onPick={(link) => change([...links, link])}
    >
      <OrderedItems
        items={links}
        labelledBy={input.labelledBy}
        layout="rows"
        readOnly={input.readOnly}
        useName={useTitle}
        onChange={change}
        renderItem={(link, index) => (
          <LinkCard link={link} {...(input.readOnly ? {} : { onRemove: () => change(links.toSpliced(index, 1)) })} />
        )}
      />
    </LinkGroup>
  );
}
