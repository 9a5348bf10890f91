/** Two environments compared: what one has that the other has not, as a tree down to single values. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ComparedResource } from '../../../../api/types.ts';
import { ScreenError } from '../../../../frame/screen-error.tsx';
import { usePermission, usePlace } from '../../../../frame/use-place.ts';
import { EmptyState, Group, LateSkeleton, LinkButton, Stack, Text } from '../../../../ui/index.ts';
import { FilterBar } from '../../list/filter-bar.tsx';
import { SettingsPage } from '../../page/settings-page.tsx';
import { NotComparable } from './not-comparable.tsx';
import { PairSelects } from './pair-selects.tsx';
import { PairSurroundings, usePairModel } from './pair-surroundings.tsx';
import { ResourceTree } from './resource-tree.tsx';
import { type Comparison, type Pair, useComparison } from './use-comparison.ts';
import { useFiltered, useResourceFilters } from './use-filters.ts';
import { usePair } from './use-pair.ts';

export function Compare(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const { space } = place;
  const pair = usePair('to');
  const mayMerge = usePermission('merge.create');
  const to = pair?.to ?? '';
  return (
    <SettingsPage
      title={t`Compare environments`}
      about={<Trans>What differs between two environments, and which of them changed it since one was copied.</Trans>}
      guide="branches"
      permission="entry.read"
      actions={
        pair !== null &&
        mayMerge && (
          <LinkButton
            to="/spaces/$space/$environment/settings/environments/merge"
            params={place}
            search={{ from: pair.from, into: pair.to } as never}
          >
            <Trans>Merge into {to}…</Trans>
          </LinkButton>
        )
      }
    >
      <PairSelects names={['from', 'to']} />
      {pair === null ? (
        <EmptyState title={t`Choose two environments`} detail={t`Their differences appear here.`} />
      ) : (
        <PairSurroundings key={`${space} ${pair.from} ${pair.to}`} pair={pair}>
          <Differences pair={pair} />
        </PairSurroundings>
      )}
    </SettingsPage>
  );
}

function Differences({ pair }: { readonly pair: Pair }): ReactNode {
  const { t } = useLingui();
  const comparison = useComparison(pair);
  const { items, error, again } = comparison;
  if (items !== undefined) return <Found comparison={comparison} items={items} />;
  if (error === null) return <LateSkeleton height={320} aria-label={t`Comparing`} />;
  return <NotComparable error={error} again={again} />;
}

interface FoundProperties {
  readonly comparison: Comparison;
  readonly items: readonly ComparedResource[];
}

function Found({ comparison, items }: FoundProperties): ReactNode {
  const { t } = useLingui();
  const { from, to } = usePairModel();
  const { total, error, again, more } = comparison;
  const filters = useResourceFilters(items);
  const shown = useFiltered(items);
  const detail = t`Change or clear the filters.`;
  if (total === 0)
    return (
      <EmptyState title={t`No differences`} detail={t`${from} and ${to} have the same model, entries and media.`} />
    );
  return (
    <Stack gap="sm">
      <FilterBar filters={filters} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          <Trans>
            <ins>Highlighted in green</ins> is as in {from}, <del>crossed out</del> as in {to}.
          </Trans>
        </Text>
        <Count shown={shown.length} read={items.length} total={total} />
      </Group>
      {error !== null && <ScreenError error={error} reset={again} />}
      {shown.length === 0 ? (
        <EmptyState title={t`Nothing of this kind differs`} detail={detail} />
      ) : (
        <ResourceTree items={shown} more={more} />
      )}
    </Stack>
  );
}

interface CountProperties {
  readonly shown: number;
  readonly read: number;
  readonly total: number;
}

function Count({ shown, read, total }: CountProperties): ReactNode {
  const { i18n } = useLingui();
  const words = new Intl.NumberFormat(i18n.locale);
  return (
    <Text size="sm" c="dimmed" role="status">
      {read < total ? (
        <Trans>
          {words.format(read)} of {words.format(total)} read…
        </Trans>
      ) : (
        <Trans>
          {words.format(shown)} of {words.format(total)}
        </Trans>
      )}
    </Text>
  );
}
