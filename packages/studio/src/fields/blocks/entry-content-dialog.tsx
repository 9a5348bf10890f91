/** Puts the content of a linked entry in the place of the block that links to it. The entry stays as it is. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { inRelease } from '../../api/in-release.ts';
import type { ContentPlace } from '../../api/queries.ts';
import { Alert, LateLoader, List, Select, Stack, Text } from '../../ui/index.ts';
import { nameOf } from '../links/entry-titles.ts';
import { keyOf, type LinkValue } from '../links/link-value.ts';
import { SearchProblem } from '../links/result-states.tsx';
import { useSurroundings } from '../surroundings.tsx';
import type { Block } from './blocks-in.ts';
import { type Left, newBlock, onlyLink, type Standing, type Taking, takingsFor } from './linked-values.ts';
import { ToModel, TurnDialog, useRequireUnchanged } from './turn-dialog.tsx';
import { type TurnDialogProperties, useTurned } from './use-turned.ts';

export function EntryContentDialog(block: TurnDialogProperties): ReactNode {
  const { type: linking, components, actions, onClose } = block;
  const { t } = useLingui();
  const { place, types } = useSurroundings();
  const { found, standing } = useTurned(block);
  const requireUnchanged = useRequireUnchanged(block);
  const [chosen, setChosen] = useState(0);
  const link = found === undefined ? null : onlyLink(found, linking, standing);
  const { data: entry, error, refetch } = useLinkedEntry(place, link);
  const type = types.find(({ api_id }) => api_id === entry?.content_type);
  const takings =
    entry === undefined || type === undefined
      ? []
      : takingsFor(entry, type, { components, standing, linking: linking.api_id });
  const taking = takings[chosen] ?? takings[0];
  const name = entry === undefined ? '' : nameOf(entry, types, standing.within ?? standing.locales[0]?.code ?? '');

  async function put(seen: Block, { component, fields }: Taking): Promise<void> {
    await requireUnchanged(seen);
    const words = t`The content of “${name}” is here now. The entry itself stays.`;
    actions.replace(seen, { block: newBlock(component, fields, standing), words });
    onClose();
  }

  const isReady = link !== null && found !== undefined && taking !== undefined;
  return (
    <TurnDialog
      block={block}
      title={t`Put the entry’s content here`}
      action={t`Put it here`}
      onSubmit={isReady ? () => put(found, taking) : null}
    >
      {link === null && (
        <Alert color="yellow" variant="light" role="alert">
          <Trans>This block is not here any more, or was changed.</Trans>
        </Alert>
      )}
      <SearchProblem error={error} again={() => void refetch()} />
      {link !== null && entry === undefined && error === null && <LateLoader size="sm" />}
      {link !== null && entry !== undefined && taking === undefined && (
        <NothingTakes name={type?.name ?? entry.content_type} />
      )}
      {isReady && <Offer takings={takings} taking={taking} name={name} standing={standing} onChoose={setChosen} />}
    </TurnDialog>
  );
}

/** The draft of an entry, as it is when the dialog opens. */
function useLinkedEntry(place: ContentPlace, link: LinkValue | null) {
  return useQuery({
    queryKey: [place.space, place.environment, 'linked-entry', link?.id, place.release],
    queryFn: ({ signal }) => {
      const path = { space_id: place.space, environment: place.environment, key: keyOf(link?.id ?? '') };
      const options = { params: { path, query: inRelease(place.release) }, cache: 'no-store', signal } as const;
      return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/entries/{key}', options));
    },
    enabled: link !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** @param name of the content type of the entry */
function NothingTakes({ name }: { readonly name: string }): ReactNode {
  return (
    <>
      <Text size="sm">
        <Trans>
          No block here can take anything of this entry. The list needs a component with fields that have the same IDs
          and types as those of {name}.
        </Trans>
      </Text>
      <ToModel>
        <Trans>Go to Model</Trans>
      </ToModel>
    </>
  );
}

interface OfferProperties {
  readonly takings: readonly Taking[];
  /** The one that is chosen. */
  readonly taking: Taking;
  /** Of the entry. */
  readonly name: string;
  readonly standing: Standing;
  onChoose(index: number): void;
}

function Offer({ takings, taking, name, standing, onChoose }: OfferProperties): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {takings.length > 1 && (
        <Select
          label={t`Component`}
          data={takings.map(({ component }, index) => ({ value: String(index), label: component.name }))}
          value={String(takings.indexOf(taking))}
          allowDeselect={false}
          onChange={(value) => onChoose(Number(value))}
        />
      )}
      <Text size="sm">
        <Trans>
          A block of the component {taking.component.name} with a copy of the content of “{name}” takes the place of the
          link. The entry itself stays, and what is changed in it later does not show here.
        </Trans>
      </Text>
      <LeftOut left={taking.left} standing={standing} />
    </>
  );
}

function LeftOut({ left, standing }: { readonly left: readonly Left[]; readonly standing: Standing }): ReactNode {
  if (left.length === 0) return null;
  const localeName = (code: string) => standing.locales.find((locale) => locale.code === code)?.name ?? code;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        <Trans>Left out, as the block has no place for it:</Trans>
      </Text>
      <List size="sm">
        {left.map(({ field, locales }) => (
          <List.Item key={field.id}>
            {field.name}
            {locales !== null && ` (${locales.map(localeName).join(', ')})`}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
