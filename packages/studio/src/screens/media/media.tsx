/** The media library: grid or list, found by words and filters, filled by button, drop or paste. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { uploadQueue } from '../../fields/uploads/upload-queue.ts';
import { Uploads } from '../../fields/uploads/uploads.tsx';
import { Screen } from '../../frame/screen.tsx';
import { ScreenError } from '../../frame/screen-error.tsx';
import { SearchField } from '../../frame/search-field.tsx';
import { useAddress, useChangeAddress } from '../../frame/use-address.ts';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { UploadIcon } from '../../ui/icons.ts';
import {
  Button,
  Checkbox,
  FileButton,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  useDelayed,
} from '../../ui/index.ts';
import { AssetDrawer } from './asset-drawer.tsx';
import { AssetGrid } from './asset-grid.tsx';
import { assetRowsQuery } from './asset-rows.ts';
import styles from './media.module.css';
import { SIZE_PARAMS, SizeFilter } from './size-filter.tsx';
import { useFileDrop } from './use-file-drop.ts';

const ICON_SIZE = 16;

export function Media(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const { space, environment } = place;
  const search = useAddress();
  const change = useChangeAddress();
  const client = useQueryClient();
  const mayUpload = usePermission('asset.create');
  const rows = useInfiniteQuery(assetRowsQuery(place, search));
  const assets = rows.data?.pages.flatMap(({ items }) => items) ?? [];
  const waiting = useDelayed(rows.isPending);
  const total = rows.data?.pages[0]?.total ?? 0;
  const isOver = useFileDrop(mayUpload, (files) => uploadQueue.add(place, files));

  useEffect(
    () => uploadQueue.onArrival(() => void client.invalidateQueries({ queryKey: [space, environment, 'media'] })),
    [client, space, environment],
  );

  const close = () => change({ asset: undefined }, { isNewPlace: true });
  const isNarrowed = ['q', 'mime_type', ...SIZE_PARAMS, 'unused', 'without_alt'].some(
    (name) => search[name] !== undefined,
  );

  return (
    <Screen
      title={t`Media`}
      actions={
        mayUpload && (
          <FileButton onChange={(files) => uploadQueue.add(place, files)} multiple>
            {(button) => (
              <Button {...button} leftSection={<UploadIcon size={ICON_SIZE} aria-hidden />}>
                <Trans>Upload</Trans>
              </Button>
            )}
          </FileButton>
        )
      }
    >
      <div className={styles.drop} data-over={isOver || undefined}>
        <Stack gap="sm">
          <Group gap="xs">
            <SearchField label={t`Search media`} asked={search.q ?? ''} ask={(q) => change({ q })} />
            <Select
              aria-label={t`Kind`}
              placeholder={t`Any kind`}
              data={[
                { value: 'image/*', label: t`Pictures` },
                { value: 'video/*', label: t`Videos` },
                { value: 'audio/*', label: t`Sound` },
                { value: 'application/pdf', label: t`PDF` },
              ]}
              value={search.mime_type ?? null}
              onChange={(kind) => change({ mime_type: kind ?? undefined })}
              clearable
              w={140}
            />
            <SizeFilter search={search} change={change} />
            <Select
              aria-label={t`Order`}
              data={[
                { value: '-created_at', label: t`Newest first` },
                { value: 'created_at', label: t`Oldest first` },
                { value: '-updated_at', label: t`Changed last` },
              ]}
              value={search.order ?? '-created_at'}
              onChange={(order) => change({ order: order === '-created_at' ? undefined : (order ?? undefined) })}
              allowDeselect={false}
              w={150}
            />
            <Checkbox
              label={t`Not used`}
              checked={search.unused === 'true'}
              onChange={(event) => change({ unused: event.currentTarget.checked ? 'true' : undefined })}
            />
            <Checkbox
              label={t`Without alternative text`}
              checked={search.without_alt !== undefined}
              onChange={(event) => change({ without_alt: event.currentTarget.checked ? 'true' : undefined })}
            />
            <SegmentedControl
              aria-label={t`Show as`}
              data={[
                { value: 'grid', label: t`Grid` },
                { value: 'list', label: t`List` },
              ]}
              value={search.as ?? 'grid'}
              onChange={(as) => change({ as: as === 'grid' ? undefined : as })}
            />
          </Group>
          <Uploads />
          {rows.isError && <ScreenError error={rows.error} reset={() => void rows.refetch()} />}
          {rows.isSuccess && total === 0 ? (
            <Stack align="center" py="xl">
              <Text>
                {isNarrowed ? (
                  <Trans>No file is like this.</Trans>
                ) : (
                  <Trans>There are no files yet. Drop some here.</Trans>
                )}
              </Text>
            </Stack>
          ) : (
            <AssetGrid
              assets={assets}
              total={total}
              waiting={waiting}
              asList={search.as === 'list'}
              more={() => {
                if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage();
              }}
            />
          )}
        </Stack>
      </div>
      {search.asset !== undefined && <AssetDrawer id={search.asset} onClose={close} />}
    </Screen>
  );
}
