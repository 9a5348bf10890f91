/** A dialog in which files of the media library are searched and picked; new ones are dropped in, and picked as they arrive. */
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { searchedFor } from '../../api/searched-for.ts';
import type { Asset } from '../../api/types.ts';
import { CheckIcon, FileIcon, UploadIcon } from '../../ui/icons.ts';
import { Button, FileButton, Group, Modal, Stack, useDebouncedValue } from '../../ui/index.ts';
import { limitsOf } from '../limits.ts';
import { useSurroundings } from '../surroundings.tsx';
import { Uploads } from '../uploads/uploads.tsx';
import { takesAsset } from './allowed.ts';
import { assetCard } from './cards.ts';
import { DropZone } from './drop-zone.tsx';
import { thumbnailOf } from './entry-pictures.ts';
import { CardWords } from './link-card.tsx';
import { UnfitFiles, useLinkedUploads } from './linked-uploads.tsx';
import styles from './links.module.css';
import type { PickerProperties } from './picker-properties.ts';
import { ResultSearch } from './result-search.tsx';
import { NoResults, SearchProblem } from './result-states.tsx';
import { type ResultOption, useResultList } from './use-result-list.ts';

const PAUSE_MS = 80;
const RESULTS = 48;
const TILE_PIXELS = 136;
const DIALOG_PIXELS = 720;
/** Pixels of a picture in the grid: enough for dense screens. */
const TILE_PICTURE = { w: 320, h: 240 };

export function AssetPicker({ field, several, picked, onPick, onClose }: PickerProperties): ReactNode {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const search = useAssetSearch(words);
  const results = search.results.filter((asset) => takesAsset(field, asset));
  const isTaken = ({ id }: Asset) => picked?.has(id) === true;
  const list = useResultList({
    ids: results.map(({ id }) => id),
    columns: Math.max(1, Math.floor(Math.min(DIALOG_PIXELS, window.innerWidth) / TILE_PIXELS)),
    isBehind: search.isBehind,
    take: (index) => {
      const asset = results[index];
      if (asset !== undefined && !isTaken(asset)) onPick({ type: 'asset', id: asset.id });
    },
  });
  const { upload, unfit, forgetUnfit } = useLinkedUploads({ field, several, onPick });
  return (
    <Modal opened onClose={onClose} title={t`Choose a file for ${field.name}`} size="xl">
      <DropZone onDrop={upload} framed>
        <Stack gap="xs">
          <Group gap="xs">
            <ResultSearch list={list} words={words} onChange={setWords} />
            <FileButton
              multiple={several}
              accept={limitsOf(field).mime_types?.join(',') ?? '*/*'}
              onChange={(chosen) => upload(chosen === null ? [] : [chosen].flat())}
            >
              {(button) => (
                <Button {...button} variant="default" leftSection={<UploadIcon size={16} aria-hidden />}>
                  <Trans>Upload</Trans>
                </Button>
              )}
            </FileButton>
          </Group>
          <SearchProblem error={search.error} again={search.again} />
          <Uploads />
          <UnfitFiles field={field} names={unfit} onClose={forgetUnfit} />
          <div className={styles.grid} id={list.id} role="listbox" aria-label={t`Files`} aria-busy={search.waiting}>
            {results.map((asset, index) => (
              <AssetOption key={asset.id} asset={asset} words={words} option={list.option(index, isTaken(asset))} />
            ))}
          </div>
          {results.length === 0 && !search.waiting && search.error === null && (
            <NoResults words={words} detail={<Trans>Drop a file here, or upload one.</Trans>} />
          )}
        </Stack>
      </DropZone>
      <Group justify="flex-end" mt="xs">
        <Button variant="default" size="xs" onClick={onClose}>
          {several ? <Trans>Done</Trans> : <Trans>Cancel</Trans>}
        </Button>
      </Group>
    </Modal>
  );
}

interface AssetOptionProperties {
  readonly asset: Asset;
  readonly words: string;
  readonly option: ResultOption;
}

function AssetOption({ asset, words, option }: AssetOptionProperties): ReactNode {
  const { t } = useLingui();
  const { locales } = useSurroundings();
  const card = assetCard(asset, { locale: locales[0]?.code ?? '', words });
  const picture = thumbnailOf(asset, TILE_PICTURE);
  return (
    <div {...option} className={styles.tile}>
      {picture === null ? (
        <span className={styles.tilePicture}>
          <FileIcon aria-hidden />
        </span>
      ) : (
        <img
          className={styles.tilePicture}
          style={{ backgroundColor: picture.color ?? undefined }}
          src={picture.src}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <CardWords card={card} />
      {option['aria-selected'] && <CheckIcon size={16} aria-label={t`Linked`} />}
    </div>
  );
}

function useAssetSearch(words: string) {
  const { place } = useSurroundings();
  const [settled] = useDebouncedValue(words.trim(), PAUSE_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [place.space, place.environment, 'picker', 'asset', settled],
    queryFn: ({ signal }) => {
      const path = { space_id: place.space, environment: place.environment };
      const query = { limit: RESULTS, ...searchedFor(settled) };
      return bodyOf(
        api.GET('/spaces/{space_id}/environments/{environment}/media', { params: { path, query }, signal }),
      );
    },
    placeholderData: keepPreviousData,
  });
  return {
    results: data?.items ?? [],
    error,
    isBehind: isPlaceholderData || settled !== words.trim(),
    waiting: isFetching,
    again: () => void refetch(),
  };
}
