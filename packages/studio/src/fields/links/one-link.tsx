/** The input of a field that holds one link. */
import type { ReactNode } from 'react';
import { LateSkeleton } from '../../ui/index.ts';
import type { InputProps, ValueModel } from '../field-type.ts';
import { useSurroundings } from '../surroundings.tsx';
import { useCard } from './cards.ts';
import { isPictureAlone } from './entry-pictures.ts';
import { LinkCard } from './link-card.tsx';
import { LinkGroup } from './link-group.tsx';
import { type LinkValue, linkOf } from './link-value.ts';
import styles from './links.module.css';
import { PictureCard } from './picture-card.tsx';

interface OneLinkProperties extends InputProps {
  readonly kind: 'entry' | 'asset';
}

export function OneLink({ kind, value, ...input }: OneLinkProperties): ReactNode {
  const link = linkOf(value);
  return (
    <LinkGroup
      input={input}
      kind={kind}
      field={input.field}
      several={false}
      picked={new Set(link === null ? [] : [link.id])}
      onPick={input.onChange}
    >
      {link !== null && (
        <OneCard
          link={link}
          field={input.field}
          {...(input.readOnly ? {} : { onRemove: () => input.onChange(undefined) })}
        />
      )}
    </LinkGroup>
  );
}

interface OneCardProperties {
  readonly link: LinkValue;
  readonly field: ValueModel;
  readonly onRemove?: () => void;
}

/** A picture is shown as one, in a place that is kept for it where the field takes nothing else; everything else in a line. */
function OneCard({ field, ...properties }: OneCardProperties): ReactNode {
  const { place } = useSurroundings();
  const card = useCard(properties.link);
  const file = card?.file ?? null;
  if (card === undefined && isPictureAlone(field)) return <LateSkeleton className={styles.largeToBe} />;
  if (!card || file === null || file.width === null || card.thumbnail === null) return <LinkCard {...properties} />;
  const address = `/studio/spaces/${place.space}/${place.environment}/media?asset=${file.id}`;
  return <PictureCard card={card} file={file} address={address} {...properties} />;
}
