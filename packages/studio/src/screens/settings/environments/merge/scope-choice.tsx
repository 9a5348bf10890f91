/** What of an environment is merged: everything, or what is ticked in the tree. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ComparedResource } from '../../../../api/types.ts';
import { Radio, Stack, Text } from '../../../../ui/index.ts';
import { FilterBar } from '../../list/filter-bar.tsx';
import { usePairModel } from '../compare/pair-surroundings.tsx';
import { ResourceTree } from '../compare/resource-tree.tsx';
import { useFiltered, useResourceFilters } from '../compare/use-filters.ts';
import type { Scope } from './use-merge-plan.ts';

interface ScopeChoiceProperties {
  readonly isPart: boolean;
  readonly choosePart: (isPart: boolean) => void;
  readonly items: readonly ComparedResource[];
  readonly more: () => void;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (items: readonly ComparedResource[], isTicked: boolean) => void;
}

export function ScopeChoice(properties: ScopeChoiceProperties): ReactNode {
  const { isPart, choosePart } = properties;
  const { t } = useLingui();
  const { from } = usePairModel();
  return (
    <>
      <Radio.Group
        aria-label={t`What to merge`}
        value={isPart ? 'part' : 'all'}
        onChange={(value) => choosePart(value === 'part')}
      >
        <Stack gap="xs">
          <Radio value="all" label={t`Everything that ${from} changed`} />
          <Radio value="part" label={t`Only some entries, with their content types and the files they link to`} />
        </Stack>
      </Radio.Group>
      {isPart && <Choice {...properties} />}
    </>
  );
}

function Choice({ items, more, ticked, onTick }: ScopeChoiceProperties): ReactNode {
  const filters = useResourceFilters(items).filter(({ name }) => name !== 'kind');
  const shown = useFiltered(items).filter(isTickable);
  return (
    <Stack gap="sm">
      <FilterBar filters={filters} />
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed" role="status">
          <Trans>No entry differs. Choose everything to merge the model and media.</Trans>
        </Text>
      ) : (
        <ResourceTree items={shown} more={more} ticking={{ ticked, isTickable, tick: onTick }} />
      )}
    </Stack>
  );
}

/** The API narrows a merge by entries, which bring along what they need. */
function isTickable({ kind }: Pick<ComparedResource, 'kind'>): boolean {
  return kind === 'entry';
}

/** The filter of a merge that takes what is ticked. */
export function scopeOfTicked(items: readonly ComparedResource[], ticked: ReadonlySet<string>): Scope {
  return { entries: items.filter((item) => isTickable(item) && ticked.has(item.path)).map(({ key }) => key) };
}
