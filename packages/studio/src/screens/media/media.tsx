/** The media library: grid or list, found by words and filters, filled by button, drop or paste. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { uploadQueue } from '../../fields/uploads/upload-queue.ts';
import { Uploads } from '../../fields/uploads/uploads.tsx';
import { Screen } from '../../frame/screen.tsx';
import { ScreenError } from '../../frame/screen-error.tsx';
import { type SearchParams, stringifySearch } from '../../frame/search-params.ts';
import { SelectionArea } from '../../frame/selection/selection-area.tsx';
import { useAddress, useChangeAddress } from '../../frame/use-address.ts';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { UploadIcon } from '../../ui/icons.ts';
import { Button, EmptyState, FileButton, Group, Stack, Text, useDelayed, useNarrow } from '../../ui/index.ts';
import { AssetDrawer } from './asset-drawer.tsx';
import { AssetGrid } from './asset-grid.tsx';
import { assetRowsQuery } from './asset-rows.ts';
import { Filters, isNarrowed, LayoutChoice, NOT_NARROWED } from './filters.tsx';
import { KeptTexts } from './kept-texts.tsx';
import styles from './media.module.css';
import { MediaBar } from './media-bar.tsx';
import { useFileDrop } from './use-file-drop.ts';

const ICON_SIZE = 16;

export function Media(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const search = useAddress();
  const change = useChangeAddress();
  const mayUpload = usePermission('asset.create');
  const upload = (files: readonly File[]) => uploadQueue.add(place, files);
  const isOver = useFileDrop(mayUpload, upload);
  const open = (id: string | undefined) => change({ asset: id }, { isNewPlace: true });
  return (
    <Screen title={t`Media`} actions={mayUpload && <UploadButton upload={upload} />}>
      <KeptTexts shown={search.asset} onOpen={open} />
      <div className={styles.drop} data-over={isOver || undefined}>
        <Stack gap="sm">
          <Filters search={search} change={change} />
          <Uploads />
          <Files key={listOf(search)} search={search} change={change} upload={mayUpload ? upload : undefined} />
        </Stack>
      </div>
      {search.asset !== undefined && <AssetDrawer id={search.asset} onClose={() => open(undefined)} />}
    </Screen>
  );
}

type Upload = (files: readonly File[]) => void;

function UploadButton({ upload }: { readonly upload: Upload }): ReactNode {
  return (
    <FileButton onChange={upload} multiple>
      {(button) => (
        <Button {...button} leftSection={<UploadIcon size={ICON_SIZE} aria-hidden />}>
          <Trans>Upload</Trans>
        </Button>
      )}
    </FileButton>
  );
}

interface FilesProperties {
  readonly search: SearchParams;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
  /** Missing where the person may not. */
  readonly upload: Upload | undefined;
}

/** What of an address says which files are listed: of others, none is selected. */
function listOf({ asset: _open, as: _form, ...list }: SearchParams): string {
  return stringifySearch(list);
}

/** What the address asks for: how many files, in a grid or a list. */
function Files({ search, change, upload }: FilesProperties): ReactNode {
  const narrow = useNarrow();
  const rows = useInfiniteQuery(assetRowsQuery(usePlace(), search));
  const waiting = useDelayed(rows.isPending);
  const total = rows.data?.pages[0]?.total ?? 0;
  const assets = useMemo(() => rows.data?.pages.flatMap(({ items }) => items) ?? [], [rows.data]);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [told, setTold] = useState('');
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {total > 0 && <Plural value={total} one="# file" other="# files" />}
        </Text>
        {!narrow && <LayoutChoice search={search} change={change} />}
      </Group>
      {rows.isError && <ScreenError error={rows.error} reset={() => void rows.refetch()} />}
      {rows.isSuccess && total === 0 ? (
        <NoFiles search={search} change={change} upload={upload} />
      ) : (
        <SelectionArea
          selection={{ selected, select }}
          told={told}
          forget={() => setTold('')}
          bar={(clear) => <MediaBar selected={selected} assets={assets} clear={clear} tell={setTold} />}
        >
          <AssetGrid
            selected={selected}
            select={select}
            assets={assets}
            total={total}
            waiting={waiting}
            asList={search.as === 'list'}
            words={search.q ?? ''}
            more={() => {
              if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage();
            }}
          />
        </SelectionArea>
      )}
    </>
  );
}

function NoFiles({ search, change, upload }: FilesProperties): ReactNode {
  const { t } = useLingui();
  const words = search.q;
  if (!isNarrowed(search))
    return (
      <EmptyState title={t`No files yet`} detail={upload && t`Drop files here, or upload them.`}>
        {upload && <UploadButton upload={upload} />}
      </EmptyState>
    );
  return (
    <EmptyState title={words === undefined ? t`No files match these filters` : t`No results for "${words}"`}>
      <Button variant="default" onClick={() => change(NOT_NARROWED)}>
        <Trans>Clear filters</Trans>
      </Button>
    </EmptyState>
  );
}
