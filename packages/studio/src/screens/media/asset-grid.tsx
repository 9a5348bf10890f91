/** The files, in as many columns as fit; only the rows in sight are in the page. */
import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import type { Asset } from '../../api/types.ts';
import { assetName } from '../../fields/asset-name.ts';
import { type SearchParams, withParams } from '../../frame/search-params.ts';
import { useDefaultLocale } from '../../frame/use-place.ts';
import { LinkTile, Skeleton, Text } from '../../ui/index.ts';
import { sizeWords } from './asset-words.ts';
import styles from './media.module.css';
import { Thumbnail } from './thumbnail.tsx';

const TILE_WIDTH = 150;
const TILE_HEIGHT = 196;
const LINE_HEIGHT = 66;
const ROWS_AROUND = 3;

interface AssetGridProperties {
  readonly assets: readonly Asset[];
  readonly waiting: boolean;
  readonly asList: boolean;
  /** The words that are searched; empty without a search. */
  readonly words: string;
  readonly more: () => void;
}

export function AssetGrid({ assets, waiting, asList, words, more }: AssetGridProperties): ReactNode {
  const { t, i18n } = useLingui();
  const locale = useDefaultLocale().code;
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const fitting = useColumns(viewport);
  const columns = asList ? 1 : fitting;
  const rows = useVirtualizer({
    count: Math.ceil(assets.length / columns),
    getScrollElement: () => viewport,
    estimateSize: () => (asList ? LINE_HEIGHT : TILE_HEIGHT),
    overscan: ROWS_AROUND,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are as high as the way of showing them says
  useEffect(() => rows.measure(), [asList, columns]);
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (assets.length > 0 && last + ROWS_AROUND >= assets.length / columns) more();
  }, [last, assets.length, columns, more]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section ref={setViewport} className={styles.viewport} aria-label={t`Files`} aria-busy={waiting} tabIndex={0}>
      {waiting && <Skeleton height={TILE_HEIGHT} />}
      <div className={styles.rows} style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => (
          <div
            key={index}
            className={styles.row}
            style={{ transform: `translateY(${start}px)`, '--columns': columns } as CSSProperties}
          >
            {assets.slice(index * columns, (index + 1) * columns).map((asset) => (
              <LinkTile
                key={asset.id}
                to="."
                search={((before: SearchParams) => withParams(before, { asset: asset.id })) as never}
                draggable={false}
                className={styles.tile}
                data-line={asList || undefined}
              >
                <span className={styles.thumbnail}>
                  <Thumbnail asset={asset} />
                </span>
                <Text span size="sm" truncate w="100%" dir="auto">
                  {assetName(asset, locale, words) ?? t`Unnamed`}
                </Text>
                <Text span size="xs" c="dimmed" truncate>
                  {[asset.mime_type, sizeWords(asset.size, i18n.locale)].filter((word) => word !== null).join(' · ')}
                </Text>
              </LinkTile>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

/** How many tiles fit beside one another. */
function useColumns(viewport: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (viewport === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(viewport);
    return () => observer.disconnect();
  }, [viewport]);
  return Math.max(1, Math.floor((width === 0 ? window.innerWidth - TILE_WIDTH : width) / TILE_WIDTH));
}
