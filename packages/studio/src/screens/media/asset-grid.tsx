/** The files, as pictures or as lines. */
import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Asset } from '../../api/types.ts';
import { assetName } from '../../fields/asset-name.ts';
import { type SearchParams, withParams } from '../../frame/search-params.ts';
import { ItemGrid } from '../../frame/selection/item-grid.tsx';
import type { Selection } from '../../frame/selection/use-selection.ts';
import { sizeWords } from '../../frame/size-words.ts';
import { useChangeAddress } from '../../frame/use-address.ts';
import { useDefaultLocale } from '../../frame/use-place.ts';
import { Thumbnail } from './thumbnail.tsx';

const TILE_WIDTH = 160;
const TILE_HEIGHT = 196;
const LINE_HEIGHT = 57;

interface AssetGridProperties extends Selection {
  readonly assets: readonly Asset[];
  readonly total: number;
  readonly waiting: boolean;
  readonly asList: boolean;
  /** The words that are searched; empty without a search. */
  readonly words: string;
  readonly more: () => void;
}

export function AssetGrid({ assets, asList, words, ...list }: AssetGridProperties): ReactNode {
  const { t, i18n } = useLingui();
  const locale = useDefaultLocale().code;
  const change = useChangeAddress();
  const addressOf = useAssetAddress();
  return (
    <ItemGrid
      {...list}
      label={t`Files`}
      items={assets}
      tileWidth={asList ? null : TILE_WIDTH}
      tileHeight={asList ? LINE_HEIGHT : TILE_HEIGHT}
      addressOf={addressOf}
      open={({ id }) => change({ asset: id }, { isNewPlace: true })}
      renderPicture={(asset) => <Thumbnail asset={asset} />}
      renderTitle={(asset) => assetName(asset, locale, words) ?? t`Unnamed`}
      renderDetail={(asset) => (
        <span>{[asset.mime_type, sizeWords(asset.size, i18n.locale)].filter((word) => word !== null).join(' · ')}</span>
      )}
    />
  );
}

/** Gives the address of the library with a file open in it. */
function useAssetAddress(): (asset: Asset) => string {
  const router = useRouter();
  return ({ id }) => {
    const search = (before: SearchParams) => withParams(before, { asset: id });
    return router.history.createHref(router.buildLocation({ to: '.', search: search as never }).publicHref);
  };
}
