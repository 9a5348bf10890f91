/** What can be done with the selected files at once: delete them, after a look at which of them entries show. */
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch, isVersionConflict } from '../../api/if-match.ts';
import type { Asset } from '../../api/types.ts';
import { assetName } from '../../fields/asset-name.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { Problem } from '../../frame/problem.tsx';
import { SelectionBar } from '../../frame/selection/selection-bar.tsx';
import { type BulkResult, type Refusal, useBulk } from '../../frame/selection/use-bulk.ts';
import { useDefaultLocale, usePermission, usePlace } from '../../frame/use-place.ts';
import { Button, LateLoader, List, Stack, Text } from '../../ui/index.ts';

/** Each file is a request of its own, so many at a time. */
const REQUESTS_AT_ONCE = 4;
const FILES_MAX = 500;
/** More ids make an address that servers in between may refuse. */
const IDS_A_REQUEST = 100;
const LISTED_MAX = 10;

interface MediaBarProperties {
  readonly selected: ReadonlySet<string>;
  readonly assets: readonly Asset[];
  readonly clear: () => void;
  /** Takes what was done, in words. */
  readonly tell: (words: string) => void;
}

export function MediaBar({ selected, assets, clear, tell }: MediaBarProperties): ReactNode {
  const { t: words } = useLingui();
  const { space, environment } = usePlace();
  const client = useQueryClient();
  const mayDelete = usePermission('asset.delete');
  const remove = useRemoval();
  const { asked, ask, confirm, ...outcome } = useBulk(remove, async ({ count, refusals }) => {
    tell(count === 0 ? '' : t`${plural(count, { one: '# file deleted.', other: '# files deleted.' })}`);
    if (refusals.length === 0) clear();
    await client.invalidateQueries({ queryKey: [space, environment, 'media'] });
  });
  return (
    <>
      <SelectionBar
        name={words`Selected files`}
        selected={selected}
        items={assets}
        most={FILES_MAX}
        clear={clear}
        {...outcome}
      >
        {mayDelete && (
          <Button
            size="xs"
            variant="default"
            loading={outcome.busy}
            disabled={selected.size > FILES_MAX}
            onClick={() => ask(assets.filter(({ id }) => selected.has(id)))}
          >
            <Trans>Delete</Trans>
          </Button>
        )}
      </SelectionBar>
      {asked !== null && <DeletionQuestion assets={asked} onConfirm={() => confirm(asked)} onClose={() => ask(null)} />}
    </>
  );
}

/** Gives the function that deletes files as they were shown, and says of each that it could not, why. */
function useRemoval(): (assets: readonly Asset[]) => Promise<BulkResult> {
  const { t: words } = useLingui();
  const locale = useDefaultLocale().code;
  return async (assets) => {
    const left = [...assets];
    const refusals: Refusal[] = [];
    const work = async () => {
      for (let asset = left.shift(); asset !== undefined; asset = left.shift())
        try {
          const params = { path: { asset_id: asset.id }, header: ifMatch(asset) };
          await bodyOf(api.DELETE('/media/{asset_id}', { params }));
        } catch (error) {
          const changed = words`Someone else has changed it since it was listed. Check it, then try again.`;
          const message = isVersionConflict(error) ? changed : error instanceof Error ? error.message : String(error);
          refusals.push({ title: assetName(asset, locale) ?? asset.id, message });
        }
    };
    await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
    return { action: 'delete', count: assets.length - refusals.length, refusals };
  };
}

interface DeletionQuestionProperties {
  readonly assets: readonly Asset[];
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function DeletionQuestion({ assets, onConfirm, onClose }: DeletionQuestionProperties): ReactNode {
  const { t: words } = useLingui();
  return (
    <FormDialog
      danger
      title={words`Delete`}
      action={words`Delete`}
      onSubmit={async () => onConfirm()}
      onClose={onClose}
    >
      <Text size="sm">
        <Plural
          value={assets.length}
          one="# file is deleted for good, for readers too. This cannot be undone."
          other="# files are deleted for good, for readers too. This cannot be undone."
        />
      </Text>
      <Uses assets={assets} />
    </FormDialog>
  );
}

/** Which of the files entries show. */
function Uses({ assets }: { readonly assets: readonly Asset[] }): ReactNode {
  const { space, environment } = usePlace();
  const locale = useDefaultLocale().code;
  const ids = assets.map(({ id }) => id);
  const unused = useQuery({
    queryKey: [space, environment, 'media', 'unused', ...ids],
    queryFn: async () => {
      const pieces = Array.from({ length: Math.ceil(ids.length / IDS_A_REQUEST) }, (_, piece) =>
        ids.slice(piece * IDS_A_REQUEST, (piece + 1) * IDS_A_REQUEST),
      );
      const pages = await Promise.all(
        pieces.map((some) => {
          const query = { ids: some.join(','), unused: 'true', limit: some.length };
          const params = { path: { space_id: space, environment }, query };
          return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/media', { params }));
        }),
      );
      return new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
    },
    gcTime: 0,
  });
  if (unused.isError) return <Problem error={unused.error} />;
  if (unused.data === undefined) return <LateLoader />;
  const used = assets.filter(({ id }) => !unused.data.has(id));
  if (used.length === 0)
    return (
      <Text size="sm">
        <Trans>No entry shows any of them.</Trans>
      </Text>
    );
  return (
    <Stack gap="xs">
      <Text size="sm" c="var(--failed)">
        <Plural
          value={used.length}
          one="Entries show # of them, and will show nothing in its place:"
          other="Entries show # of them, and will show nothing in their place:"
        />
      </Text>
      <List size="sm">
        {used.slice(0, LISTED_MAX).map((asset) => (
          <List.Item key={asset.id}>
            <bdi>{assetName(asset, locale) ?? asset.id}</bdi>
          </List.Item>
        ))}
      </List>
      {used.length > LISTED_MAX && (
        <Text size="sm">
          <Plural value={used.length - LISTED_MAX} one="And # more." other="And # more." />
        </Text>
      )}
    </Stack>
  );
}
