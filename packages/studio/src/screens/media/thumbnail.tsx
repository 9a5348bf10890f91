/** The small picture of a file. */
import type { ReactNode } from 'react';
import type { Asset } from '../../api/types.ts';
import { pictureUrl } from '../../fields/picture.ts';
import { FileIcon } from '../../ui/icons.ts';
import { atWidth } from './asset-words.ts';

const WIDTH = 360;
const ICON_SIZE = 28;

/** A small picture of a file, or a sign for one that has none. Its name stands beside it, so it says nothing itself. */
export function Thumbnail({ asset }: { readonly asset: Asset }): ReactNode {
  const url = pictureUrl(asset);
  if (url === null) return <FileIcon size={ICON_SIZE} aria-hidden />;
  return (
    <img
      src={atWidth(asset, url, WIDTH)}
      alt=""
      loading="lazy"
      decoding="async"
      style={{ backgroundColor: asset.dominant_color ?? undefined }}
    />
  );
}
