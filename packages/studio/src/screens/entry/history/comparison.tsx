/** Two versions of the entry side by side, by field and locale, and what can be brought back of the older one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import type { Entry, Locale } from '../../../api/types.ts';
import { pathOf } from '../../../drafts/value-path.ts';
import { blockList } from '../../../fields/blocks/blocks-in.ts';
import { withBlockBack } from '../../../fields/blocks/compared-list.ts';
import { insidePath } from '../../../fields/blocks/level.ts';
import { Compared } from '../../../fields/compared.tsx';
import { nameOfValue } from '../../../fields/name-of-value.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Button, Group, LateSkeleton, onDemand, Select, Stack, Text, Title } from '../../../ui/index.ts';
import { actOnShown } from '../act-on-shown.ts';
import { ActionFailure } from '../action-failure.tsx';
import { readsByToken } from '../preview/address.ts';
import type { EntryNavigation } from '../use-entry-navigation.ts';
import { actionWords } from './action-words.ts';
import { type Difference, differencesOf, shownValues } from './differences.ts';
import { putBack } from './put-back.ts';
import { versionQuery, versionsQuery } from './versions.ts';

const SiteThen = onDemand(async () => (await import('../preview/site-then.tsx')).loadSiteThen());

interface ComparisonProperties {
  readonly from: number;
  /** Null for what is shown now, with what is not saved yet. */
  readonly to: number | null;
  readonly go: EntryNavigation;
  readonly shownLocales: readonly Locale[];
  jump(field: string, locale: string, path?: string): void;
}

export function Comparison(properties: ComparisonProperties): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  if (entry === null) return null;
  return (
    <Stack gap="md">
      <ComparisonHead {...properties} entry={entry} />
      <Suspense fallback={<LateSkeleton height={160} />}>
        <Differences {...properties} entry={entry} />
      </Suspense>
    </Stack>
  );
}

interface StoredComparisonProperties extends ComparisonProperties {
  readonly entry: Entry;
}

const NOW = 'now';

function ComparisonHead({ from, to, go, entry }: StoredComparisonProperties): ReactNode {
  const { i18n, t } = useLingui();
  const { place } = useSurroundings();
  const { data } = useInfiniteQuery(versionsQuery(place, entry));
  const listed = data?.pages.flatMap(({ items }) => items) ?? [];
  const choices = listed.map((version) => ({
    value: String(version.version),
    label: `${version.version} · ${i18n._(actionWords(version.action))} · ${i18n.date(version.created_at, { dateStyle: 'short', timeStyle: 'short' })}`,
  }));
  const withShown = [from, to].filter((version) => version !== null && !listed.some((one) => one.version === version));
  const all = [...withShown.map((version) => ({ value: String(version), label: String(version) })), ...choices];
  return (
    <Group gap="xs" align="flex-end">
      <Title order={2} size="h3" flex="1 1 100%">
        <Trans>Compare versions</Trans>
      </Title>
      <Select
        size="xs"
        flex="1 1 224px"
        maw={320}
        label={t`From`}
        data={all}
        value={String(from)}
        allowDeselect={false}
        onChange={(chosen) => go.show({ a: Number(chosen) })}
      />
      <Select
        size="xs"
        flex="1 1 224px"
        maw={320}
        label={t`To`}
        data={[{ value: NOW, label: t`What is shown now` }, ...all]}
        value={to === null ? NOW : String(to)}
        allowDeselect={false}
        onChange={(chosen) => go.show({ b: chosen === NOW ? undefined : Number(chosen) })}
      />
      <Button size="xs" variant="default" onClick={() => go.show({ a: undefined, b: undefined })}>
        <Trans>Back to the fields</Trans>
      </Button>
    </Group>
  );
}

function Differences({ from, to, go, jump, shownLocales, entry }: StoredComparisonProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  const { place, locales } = useSurroundings();
  const before = useSuspenseQuery(versionQuery(place, entry.id, from)).data;
  const after = useSuspenseQuery(versionQuery(place, entry.id, to ?? entry.version)).data;
  // What is shown now is compared anew whenever it is saved.
  useDraft(draft, ({ state }) => state);
  const codes = locales.map(({ code }) => code);
  const now = to === null ? shownValues(draft, type.fields, codes) : after.fields;
  const found = differencesOf(type.fields, codes, before.fields, now);
  const restoration = useRestoration();
  const valueRestoration = useMutation({
    mutationFn: ({ field, locale, before: value }: Restored) =>
      putBack(draft, type, new Map([[pathOf(field.id, locale), value]])),
    onSuccess: (_, { field, locale, path }) => jump(field.id, locale, path),
  });
  const forget = () => {
    restoration.reset();
    valueRestoration.reset();
  };
  return (
    <Stack gap="md">
      {readsByToken(type) && (
        <SiteThen entry={entry} version={from} at={before.created_at} shownLocales={shownLocales} />
      )}
      {found.length === 0 && (
        <Text size="sm">
          <Trans>These versions are identical.</Trans>
        </Text>
      )}
      {found.map((difference) => (
        <DifferenceRow
          key={`${difference.field.id} ${difference.locale}`}
          difference={difference}
          restore={() => valueRestoration.mutate(difference)}
          putBackBlock={(id) => {
            const { field, locale, before: old } = difference;
            const list = blockList(draft.value(field.id, locale));
            const value = withBlockBack(list, blockList(old), id);
            const path = `${insidePath({ root: 'fields' }, field, locale)}.${id}`;
            valueRestoration.mutate({ ...difference, before: value, path });
          }}
        />
      ))}
      <ActionFailure error={restoration.error ?? valueRestoration.error} onRead={forget} />
      {found.length > 0 && entry.status !== 'archived' && (
        <Group>
          <Button
            variant="default"
            loading={restoration.isPending}
            onClick={() => restoration.mutate(from, { onSuccess: () => go.show({ a: undefined, b: undefined }) })}
          >
            <Trans>Restore version {from}</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface Restored extends Difference {
  /** Of what is led to, where that is inside of the value. */
  readonly path?: string;
}

interface DifferenceRowProperties {
  readonly difference: Difference;
  restore(): void;
  /** Puts one block of the value back as it was. */
  putBackBlock(id: string): void;
}

function DifferenceRow({ difference, restore, putBackBlock }: DifferenceRowProperties): ReactNode {
  const { field, locale, before, after } = difference;
  return (
    <section>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} component="h3">
          {nameOfValue(field, locale)}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={restore}>
          <Trans>Restore this value</Trans>
        </Button>
      </Group>
      <Compared
        field={field}
        before={before}
        after={after}
        onPutBack={field.type === 'blocks' ? putBackBlock : undefined}
      />
    </section>
  );
}

/** Saves, so that what is shown now stays in the history, and makes the old values the current ones. */
function useRestoration() {
  const { draft } = useOpenEntry();
  return useMutation({
    mutationFn: async (version: number) => {
      const restored = await actOnShown(draft, (shown) => {
        const params = { path: { entry_id: shown.id, version }, header: ifMatch(shown) };
        return bodyOf(api.POST('/entries/{entry_id}/versions/{version}/restore', { params }));
      });
      if (restored !== null) draft.take(restored);
    },
  });
}
