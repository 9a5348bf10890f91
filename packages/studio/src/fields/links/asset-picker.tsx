/** A dialog in which files of the media library are searched and picked; new ones are dropped in, and picked as they arrive. */
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import type { Asset } from '../../api/types.ts';
import { CheckIcon, FileIcon, SearchIcon, UploadIcon } from '../../ui/icons.ts';
import { Alert, Button, FileButton, Group, Modal, Stack, Text, TextInput, useDebouncedValue } from '../../ui/index.ts';
import { limitsOf } from '../limits.ts';
import { useSurroundings } from '../surroundings.tsx';
import { uploadQueue } from '../uploads/upload-queue.ts';
import { Uploads } from '../uploads/uploads.tsx';
import { takesAsset } from './allowed.ts';
import { assetCard } from './cards.ts';
import { CardWords } from './link-card.tsx';
import styles from './links.module.css';
import type { PickerProperties } from './picker-properties.ts';
import { useListKeys } from './use-list-keys.ts';

const PAUSE_MS = 80;
const RESULTS = 48;
const TILE_PIXELS = 136;
const DIALOG_PIXELS = 720;

export function AssetPicker({ field, several, picked, onPick, onClose }: PickerProperties): ReactNode {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const search = useAssetSearch(words);
  const results = search.results.filter((asset) => takesAsset(field, asset));
  const { space, environment } = useSurroundings().place;
  const client = useQueryClient();
  const listId = useId();
  const columns = Math.max(1, Math.floor(Math.min(DIALOG_PIXELS, window.innerWidth) / TILE_PIXELS));
  const keys = useListKeys(
    results.map(({ id }) => id),
    columns,
    (index) => pick(results[index]),
  );
  const [over, setOver] = useState(false);
  /** Files that were uploaded here, and that the field does not take. */
  const [unfit, setUnfit] = useState<readonly string[]>([]);

  useEffect(
    () =>
      uploadQueue.onArrival(() => void client.invalidateQueries({ queryKey: [space, environment, 'picker', 'asset'] })),
    [client, space, environment],
  );

  function pick(asset: Asset | undefined): void {
    if (asset !== undefined && picked?.has(asset.id) !== true) onPick({ type: 'asset', id: asset.id });
  }

  function upload(files: readonly File[]): void {
    uploadQueue.add({ space, environment }, several ? files : files.slice(0, 1), (asset) => {
      if (takesAsset(field, asset)) onPick({ type: 'asset', id: asset.id });
      else setUnfit((names) => [...names, asset.file_name ?? asset.id]);
    });
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    upload([...event.dataTransfer.files]);
  }

  return (
    <Modal opened onClose={onClose} title={t`Choose a file for ${field.name}`} size="xl">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for those who do not drag */}
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Stack gap="xs">
          <Group gap="xs">
            <TextInput
              className={styles.words}
              role="combobox"
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={results[keys.active] === undefined ? undefined : `${listId}-${keys.active}`}
              aria-label={t`Search`}
              placeholder={t`Search`}
              leftSection={<SearchIcon size={16} aria-hidden />}
              data-autofocus
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              onKeyDown={keys.onKeyDown}
            />
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
          {search.error !== null && (
            <Alert color="red" role="alert">
              {search.error.message}
            </Alert>
          )}
          <Uploads />
          {unfit.length > 0 && (
            <Alert color="yellow" role="alert" withCloseButton closeButtonLabel={t`Close`} onClose={() => setUnfit([])}>
              <Trans>Now in Media, but not linked, as {field.name} takes other files:</Trans> {unfit.join(', ')}
            </Alert>
          )}
          <div className={styles.grid} id={listId} role="listbox" aria-label={t`Files`} aria-busy={search.waiting}>
            {results.map((asset, index) => (
              <Tile
                key={asset.id}
                id={`${listId}-${index}`}
                asset={asset}
                active={index === keys.active}
                taken={picked?.has(asset.id) === true}
                onPick={() => pick(asset)}
                onPoint={() => keys.setActive(index)}
              />
            ))}
            {results.length === 0 && !search.waiting && (
              <Text size="sm" c="dimmed">
                <Trans>No file fits. Drop one here, or upload it.</Trans>
              </Text>
            )}
          </div>
        </Stack>
      </div>
      <Group justify="flex-end" mt="xs">
        <Button variant="default" size="xs" onClick={onClose}>
          {several ? <Trans>Done</Trans> : <Trans>Cancel</Trans>}
        </Button>
      </Group>
    </Modal>
  );
}

interface TileProperties {
  readonly id: string;
  readonly asset: Asset;
  readonly active: boolean;
  readonly taken: boolean;
  onPick(): void;
  onPoint(): void;
}

function Tile({ id, asset, active, taken, onPick, onPoint }: TileProperties): ReactNode {
  const { t } = useLingui();
  const { locales } = useSurroundings();
  const card = assetCard(asset, locales[0]?.code ?? '');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above takes the keys of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
    <div
      id={id}
      className={styles.tile}
      role="option"
      aria-selected={taken}
      data-active={active || undefined}
      onClick={onPick}
      onMouseMove={onPoint}
    >
      {card.thumbnail === null ? (
        <span className={styles.tilePicture}>
          <FileIcon aria-hidden />
        </span>
      ) : (
        <img className={styles.tilePicture} src={card.thumbnail} alt="" loading="lazy" />
      )}
      <CardWords card={card} />
      {taken && <CheckIcon size={16} aria-label={t`Linked`} />}
    </div>
  );
}

function useAssetSearch(words: string) {
  const { place } = useSurroundings();
  const [settled] = useDebouncedValue(words.trim(), PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: [place.space, place.environment, 'picker', 'asset', settled],
    queryFn: ({ signal }) => {
      const path = { space_id: place.space, environment: place.environment };
      const query = { limit: RESULTS, ...(settled === '' ? {} : { q: settled }) };
      return bodyOf(
        api.GET('/spaces/{space_id}/environments/{environment}/media', { params: { path, query }, signal }),
      );
    },
    placeholderData: keepPreviousData,
  });
  return { results: data?.items ?? [], error, waiting: isFetching };
}
