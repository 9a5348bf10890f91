/** Two states of a value with components, block by block and field by field, and what can be put back of the older one. */
import { Plural, Trans } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useState } from 'react';
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { ContentType } from '../../api/types.ts';
import { Button, Group, Text } from '../../ui/index.ts';
import comparedStyles from '../compared.module.css';
import type { ValueModel } from '../field-type.ts';
import { nameOfValue } from '../name-of-value.ts';
import { useKnownLocales, useKnownTypes } from '../surroundings.tsx';
import { blockName } from './block-words.ts';
import styles from './blocks.module.css';
import { type Block, blockList, fieldsOf, type InnerFields } from './blocks-in.ts';
import { type BlockRow, comparedList, comparedPlaces } from './compared-list.ts';

interface ComparedStructureProperties {
  readonly field: ValueModel;
  readonly before: unknown;
  readonly after: unknown;
  /** Whether the values around it belong to one locale. */
  readonly isWithin?: boolean | undefined;
  /** What compares the values inside. */
  readonly Value: ComponentType<Omit<ComparedStructureProperties, 'Value'>>;
  /** Puts the block with this id back as it was before; missing where that cannot be. */
  readonly onPutBack?: ((id: string) => void) | undefined;
}

export function ComparedStructure({
  field,
  before,
  after,
  isWithin: isAroundWithin = false,
  onPutBack,
  Value,
}: ComparedStructureProperties): ReactNode {
  const types = useKnownTypes();
  const inside = { Value, isWithin: isAroundWithin || field.localized === true };
  if (field.type === 'component') {
    const type = types.find(({ api_id }) => api_id === field.component);
    return <ComparedFields {...inside} type={type} before={fieldsOf(before)} after={fieldsOf(after)} />;
  }
  const rows = comparedList(blockList(before), blockList(after));
  const told = rows.filter(({ kind }) => kind !== 'same');
  const same = rows.filter(({ kind }) => kind === 'same');
  return (
    <div className={comparedStyles.items}>
      {told.map((row) => (
        <ComparedBlock key={row.id} row={row} onPutBack={onPutBack} {...inside} />
      ))}
      <SameBlocks rows={same} {...inside} />
    </div>
  );
}

interface ComparedBlockProperties extends Pick<ComparedStructureProperties, 'onPutBack' | 'isWithin' | 'Value'> {
  readonly row: BlockRow;
}

function ComparedBlock({ row, onPutBack, ...inside }: ComparedBlockProperties): ReactNode {
  const types = useKnownTypes();
  const { id, kind, before, after } = row;
  const type = types.find(({ api_id }) => api_id === (after ?? before)?.type);
  const name = useBlockName()((after ?? before) as Block);
  return (
    <div className={styles.compared}>
      <Group gap="xs">
        <Text size="sm" fw={600} dir="auto">
          {name}
        </Text>
        <Text size="xs" c="dimmed" me="auto">
          <RowWords row={row} />
        </Text>
        {onPutBack !== undefined && (kind === 'removed' || kind === 'changed') && (
          <Button size="compact-xs" variant="subtle" onClick={() => onPutBack(id)}>
            <Trans>Put back this block</Trans>
          </Button>
        )}
      </Group>
      {kind !== 'moved' && (
        <ComparedFields {...inside} type={type} before={before?.fields ?? {}} after={after?.fields ?? {}} />
      )}
    </div>
  );
}

/** What became of a block, and where it stands. */
function RowWords({ row: { kind, from, to, isMoved } }: Pick<ComparedBlockProperties, 'row'>): ReactNode {
  if (kind === 'added')
    return <Trans comment="Beside a block that an older version did not have">New, place {to}</Trans>;
  if (kind === 'removed')
    return <Trans comment="Beside a block that a newer version has no more">Removed, was in place {from}</Trans>;
  if (kind === 'moved')
    return (
      <Trans comment="Places of a block in a list">
        Moved from {from} to {to}
      </Trans>
    );
  if (isMoved)
    return (
      <Trans comment="Places of a block in a list">
        Changed, moved from {from} to {to}
      </Trans>
    );
  return <Trans comment="Beside a block whose fields are others than before">Changed, place {to}</Trans>;
}

/** How blocks are called here: by their component and their first words. */
function useBlockName(): (block: Block) => string {
  const types = useKnownTypes();
  const locales = useKnownLocales().map(({ code }) => code);
  return (block) => blockName(block, { types, locales });
}

interface SameBlocksProperties extends Pick<ComparedStructureProperties, 'isWithin' | 'Value'> {
  readonly rows: readonly BlockRow[];
}

function SameBlocks({ rows, ...inside }: SameBlocksProperties): ReactNode {
  const types = useKnownTypes();
  const nameOf = useBlockName();
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  if (!isOpen)
    return (
      <Button
        className={comparedStyles.unchanged ?? ''}
        size="compact-xs"
        variant="subtle"
        onClick={() => setOpen(true)}
      >
        <Plural value={rows.length} one="Show # unchanged block" other="Show # unchanged blocks" />
      </Button>
    );
  return rows.map(({ id, after }) => {
    const type = types.find(({ api_id }) => api_id === after?.type);
    return (
      <div key={id} className={styles.compared}>
        <Text size="sm" fw={600} dir="auto">
          {after !== undefined && nameOf(after)}
        </Text>
        <ComparedFields {...inside} type={type} before={after?.fields ?? {}} after={after?.fields ?? {}} all />
      </div>
    );
  });
}

interface ComparedFieldsProperties extends Pick<ComparedStructureProperties, 'isWithin' | 'Value'> {
  readonly type: ContentType | undefined;
  readonly before: InnerFields;
  readonly after: InnerFields;
  /** Whether values that are the same are shown too. */
  readonly all?: boolean;
}

/** The values of one component that differ, by field and locale. */
function ComparedFields({
  Value,
  isWithin = false,
  type,
  before,
  after,
  all = false,
}: ComparedFieldsProperties): ReactNode {
  return (type?.fields ?? []).flatMap((field) =>
    comparedPlaces(field, before[field.id], after[field.id], isWithin)
      .filter(({ old, now }) => all || !sameJson(old, now))
      .map(({ locale, old, now }) => (
        <div key={`${field.id} ${locale}`} className={styles.comparedField}>
          <Text size="xs" c="dimmed">
            {locale === null ? field.name : nameOfValue(field, locale)}
          </Text>
          <Value field={field} before={old} after={now} isWithin={isWithin || locale !== null} />
        </div>
      )),
  );
}
