/** The media library: grid or list, found by words and filters, filled by button, drop or paste. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { uploadQueue } from '../../fields/uploads/upload-queue.ts';
import { Uploads } from '../../fields/uploads/uploads.tsx';
import { Screen } from '../../frame/screen.tsx';
import { ScreenError } from '../../frame/screen-error.tsx';
import { useAddress, useChangeAddress } from '../../frame/use-address.ts';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { UploadIcon } from '../../ui/icons.ts';
import { Button, FileButton, Group, SegmentedControl, Stack, Text, useDelayed } from '../../ui/index.ts';
import { AssetDrawer } from './asset-drawer.tsx';
import { AssetGrid } from './asset-grid.tsx';
import { assetRowsQuery } from './asset-rows.ts';
import { Filters, isNarrowed } from './filters.tsx';
import { KeptTexts } from './kept-texts.tsx';
import styles from './media.module.css';
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
      <KeptTexts shown={search.asset} onOpen={(id) => change({ asset: id }, { isNewPlace: true })} />
      <div className={styles.drop} data-over={isOver || undefined}>
        <Stack gap="sm">
          <Filters search={search} change={change} />
          <Uploads />
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {total > 0 && <Trans>Files: {total}</Trans>}
            </Text>
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
          {rows.isError && <ScreenError error={rows.error} reset={() => void rows.refetch()} />}
          {rows.isSuccess && total === 0 ? (
            <Stack align="center" py="xl">
              <Text>
                {isNarrowed(search) ? (
                  <Trans>No file is like this.</Trans>
                ) : (
                  <Trans>There are no files yet. Drop some here.</Trans>
                )}
              </Text>
            </Stack>
          ) : (
            <AssetGrid
              assets={assets}
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
