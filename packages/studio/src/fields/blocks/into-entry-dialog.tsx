/** Makes an entry of a block: the entry is created first, then a block that links to it takes the place of the other. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import type { ContentType, Field } from '../../api/types.ts';
import { Alert, Select, Text, TextInput } from '../../ui/index.ts';
import { limitsOf } from '../limits.ts';
import { useSurroundings } from '../surroundings.tsx';
import { blockSummary } from './block-words.ts';
import type { Block } from './blocks-in.ts';
import { type EntryToCreate, entryToCreate } from './entry-to-create.ts';
import {
  type EntryFields,
  entryFields,
  linkingBlock,
  nameToGive,
  type Pair,
  pairsFor,
  type Standing,
  withName,
} from './linked-values.ts';
import { NothingFits } from './nothing-fits.tsx';
import { TurnDialog, useRequireUnchanged } from './turn-dialog.tsx';
import { type TurnDialogProperties, useTurned } from './use-turned.ts';

export function IntoEntryDialog(block: TurnDialogProperties): ReactNode {
  const { type: component, components, actions, onClose } = block;
  const { t } = useLingui();
  const { place, types } = useSurroundings();
  const { found, standing } = useTurned(block);
  const requireUnchanged = useRequireUnchanged(block);
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState<string | null>(null);
  /** Why the block stays though its entry was created. */
  const [left, setLeft] = useState<string | null>(null);
  const toCreate = useRef<EntryToCreate>(null);
  const pairs = found === undefined ? [] : pairsFor(found, component, { components, types, standing });
  const pair = pairs[chosen] ?? pairs[0];
  const moved = found === undefined || pair === undefined ? null : movedValues(found, component, pair, standing);
  const name = typed ?? (found === undefined ? '' : suggestedName(found, moved?.named ?? null, { types, standing }));

  async function turn(seen: Block, into: Pair, { values, named }: Moved): Promise<void> {
    const fields = named === null ? values : withName(values, named, name.trim(), standing);
    await requireUnchanged(seen);
    toCreate.current = entryToCreate(place, { content_type_id: into.type.api_id, fields }, toCreate.current);
    const { id } = await toCreate.current.create();
    const words = t`${component.name} is now a linked entry. Undo leaves that entry as a draft.`;
    if (actions.replace(seen, { block: linkingBlock(into, id, standing), words })) onClose();
    else
      setLeft(t`Someone changed this block meanwhile, so it stays here. The new entry is a draft in the content list.`);
  }

  const isReady = left === null && found !== undefined && pair !== undefined && moved !== null;
  return (
    <TurnDialog
      block={block}
      title={t`Turn ${component.name} into a linked entry`}
      action={t`Create and link`}
      onSubmit={isReady ? () => turn(found, pair, moved) : null}
    >
      {(left !== null || found === undefined) && (
        <Alert color="yellow" variant="light" role="alert">
          {left ?? <Trans>This block is not here any more.</Trans>}
        </Alert>
      )}
      {left === null && found !== undefined && pair === undefined && (
        <NothingFits block={found} component={component} standing={standing} />
      )}
      {isReady && (
        <Offer pairs={pairs} pair={pair} named={moved.named} name={name} onChoose={setChosen} onName={setTyped} />
      )}
    </TurnDialog>
  );
}

/** What an entry is made of. */
interface Moved {
  readonly values: EntryFields;
  /** The field for its name; null where the block gives it one. */
  readonly named: Field | null;
}

function movedValues(block: Block, component: ContentType, { type }: Pair, standing: Standing): Moved {
  const values = entryFields(block, component, type, standing);
  return { values, named: nameToGive(type, values) };
}

/** The first words of the block, as far as they have room. */
function suggestedName(
  block: Block,
  field: Field | null,
  { types, standing: { within, locales } }: { readonly types: readonly ContentType[]; readonly standing: Standing },
): string {
  const shown = within === null ? locales.map(({ code }) => code) : [within];
  return blockSummary(block, { types, locales: shown }).slice(0, field === null ? 0 : limitsOf(field).max_length);
}

interface OfferProperties {
  readonly pairs: readonly Pair[];
  /** The one that is chosen. */
  readonly pair: Pair;
  readonly named: Field | null;
  readonly name: string;
  onChoose(index: number): void;
  onName(name: string): void;
}

function Offer({ pairs, pair, named, name, onChoose, onName }: OfferProperties): ReactNode {
  const { t } = useLingui();
  const most = named === null ? undefined : limitsOf(named).max_length;
  return (
    <>
      {pairs.length > 1 && (
        <Select
          label={t`Content type and block`}
          data={pairs.map((one, index) => ({
            value: String(index),
            label: t`${one.type.name}, linked from ${one.component.name}`,
          }))}
          value={String(pairs.indexOf(pair))}
          allowDeselect={false}
          onChange={(value) => onChoose(Number(value))}
        />
      )}
      <Text size="sm">
        <Trans>
          The content of this block moves into a new entry of the type {pair.type.name}. A block of the component{' '}
          {pair.component.name} takes its place and links to the entry.
        </Trans>
      </Text>
      {named !== null && (
        <TextInput
          label={named.name}
          description={t`The new entry is listed under this name.`}
          value={name}
          {...(most === undefined ? {} : { maxLength: most })}
          data-autofocus
          onChange={(event) => onName(event.currentTarget.value)}
        />
      )}
      <Text size="sm" c="dimmed">
        <Trans>The new entry is a draft. Publish it with this page, or readers will miss its content.</Trans>
      </Text>
    </>
  );
}
