/** One block: a line that says what it is and what can be done with it, and its fields, unless it is folded. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { ContentType } from '../../api/types.ts';
import {
  ChevronDownIcon,
  ChevronRightIcon,
  CopyIcon,
  DeleteIcon,
  DownIcon,
  DuplicateIcon,
  EntryIcon,
  LinkIcon,
  MoreIcon,
  PasteIcon,
  UpIcon,
} from '../../ui/icons.ts';
import { ActionIcon, Box, Menu, onDemand, Text } from '../../ui/index.ts';
import { useNear } from '../near.ts';
import { useLevel } from '../open-entry.tsx';
import { useDragging } from '../ordered-items.tsx';
import { listening } from '../shown-already.ts';
import { useSurroundings } from '../surroundings.tsx';
import { type BlockActions, summaryIn } from './block-actions.ts';
import { BlockMarks } from './block-marks.tsx';
import { blockText } from './block-words.ts';
import styles from './blocks.module.css';
import { blockList } from './blocks-in.ts';
import { fold, isFolded, subscribeFolds } from './folds.ts';
import { InnerFields, useInnerLevel } from './inner-fields.tsx';
import { Inserter } from './inserter.tsx';
import { insidePath } from './level.ts';
import { onlyLink } from './linked-values.ts';
import { RemovedConflict } from './removed-conflict.tsx';
import { useTurned } from './use-turned.ts';

const IntoEntryDialog = onDemand(async () => (await import('./into-entry-dialog.tsx')).IntoEntryDialog);
const EntryContentDialog = onDemand(async () => (await import('./entry-content-dialog.tsx')).EntryContentDialog);

/** How high a field is until it is known better, so that the page keeps about its length. */
const FIELD_HEIGHT = 72;

interface BlockSectionProperties {
  /** Id of the field that the block is in. */
  readonly field: string;
  readonly isLocalized: boolean;
  readonly locale: string;
  readonly id: string;
  readonly blockKey: string;
  /** Undefined where the model has no such component. */
  readonly type: ContentType | undefined;
  readonly typeName: string;
  readonly index: number;
  readonly count: number;
  /** The locales whose words say what it is. */
  readonly words: readonly string[];
  readonly readOnly: boolean;
  readonly actions: BlockActions;
  readonly components: readonly ContentType[];
  readonly list: { readonly current: HTMLElement | null };
}

export const BlockSection = memo(function BlockSection(properties: BlockSectionProperties): ReactNode {
  const { blockKey, type, typeName, index, count, readOnly, actions, components, list, id } = properties;
  const { t } = useLingui();
  const element = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const folded = useSyncExternalStore(subscribeFolds, () => isFolded(blockKey));
  const onMove = (from: number, to: number) => actions.move(blockAt(list.current, from) ?? id, to);
  const movable = !readOnly && count > 1;
  const { edge, dragged } = useDragging({ element, grip, list: list as never, index, layout: 'rows', movable, onMove });
  const name = type?.name ?? typeName;
  const place = index + 1;
  const around = useLevel();
  const outer = { id: properties.field, localized: properties.isLocalized };
  const path = `${insidePath(around, outer, properties.locale)}.${id}`;

  return (
    <li
      className={styles.item}
      data-block={id}
      data-edge={edge ?? undefined}
      data-dragged={dragged || undefined}
      ref={element}
    >
      {!readOnly && <Inserter at={index} isLast={false} components={components} actions={actions} />}
      <Box
        id={`block-${blockKey}`}
        className={styles.block ?? ''}
        role="group"
        aria-label={t`${name}, block ${place} of ${count}`}
        data-place={place}
        data-folded={folded || undefined}
      >
        <Head {...properties} name={name} isFolded={folded} grip={grip} />
        <RemovedConflict path={path} field={properties.field} locale={properties.locale} />
        {!folded && type !== undefined && <Body {...properties} type={type} element={element} />}
        {!folded && type === undefined && (
          <Text size="sm" c="dimmed" p="xs">
            <Trans>The component of this block is not in the model any more.</Trans>
          </Text>
        )}
      </Box>
    </li>
  );
});

function blockAt(list: HTMLElement | null, index: number): string | undefined {
  const blocks = list?.querySelectorAll<HTMLElement>(':scope > ol > [data-block]');
  return blocks?.[index]?.dataset.block;
}

interface HeadProperties extends BlockSectionProperties {
  readonly name: string;
  readonly isFolded: boolean;
  readonly grip: { readonly current: HTMLSpanElement | null };
}

function Head({ name, isFolded: folded, grip, ...block }: HeadProperties): ReactNode {
  const { id, blockKey, index, count, readOnly, actions } = block;
  const { t } = useLingui();
  const place = index + 1;

  function onKeyDown(event: KeyboardEvent): void {
    if (readOnly) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && step !== undefined) {
      event.preventDefault();
      actions.move(id, index + step);
    } else if (
      (event.ctrlKey || event.metaKey) &&
      event.key.toLowerCase() === 'c' &&
      getSelection()?.isCollapsed !== false
    ) {
      event.preventDefault();
      actions.copy(id);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus, and any of them takes the keys
    <header className={styles.head} onKeyDown={onKeyDown}>
      {!readOnly && count > 1 && <span className={styles.grip} ref={grip as never} aria-hidden />}
      <ActionIcon
        size="md"
        aria-expanded={!folded}
        aria-label={folded ? t`Unfold ${name} ${place}` : t`Fold ${name} ${place}`}
        onClick={() => fold([blockKey], !folded)}
      >
        {folded ? <ChevronRightIcon size={14} className={styles.sideways} /> : <ChevronDownIcon size={14} />}
      </ActionIcon>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={styles.summary} dir="auto">
        {folded && <Summary {...block} />}
      </span>
      <BlockMarks {...block} />
      {!readOnly && <HeadButtons {...block} name={name} />}
    </header>
  );
}

function HeadButtons({ name, ...block }: BlockSectionProperties & { readonly name: string }): ReactNode {
  const { id, index, count, actions } = block;
  const { t } = useLingui();
  const place = index + 1;
  return (
    <>
      <ActionIcon
        size="md"
        data-mover="up"
        disabled={index === 0}
        aria-label={t`Move ${name} ${place} up`}
        onClick={() => actions.move(id, index - 1)}
      >
        <UpIcon size={14} />
      </ActionIcon>
      <ActionIcon
        size="md"
        data-mover="down"
        disabled={place === count}
        aria-label={t`Move ${name} ${place} down`}
        onClick={() => actions.move(id, index + 1)}
      >
        <DownIcon size={14} />
      </ActionIcon>
      <BlockMenu {...block} name={name} />
    </>
  );
}

type TurningInto = 'entry' | 'content';

/** What can be done with a block. */
function BlockMenu({ name, ...block }: BlockSectionProperties & { readonly name: string }): ReactNode {
  const { id, index, type, actions } = block;
  const { t } = useLingui();
  const [turning, setTurning] = useState<TurningInto | null>(null);
  const place = index + 1;
  const dialog = { ...block, onClose: () => setTurning(null) };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="md" aria-label={t`More for ${name} ${place}`}>
            <MoreIcon size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<DuplicateIcon size={14} />} onClick={() => actions.duplicate(id)}>
            <Trans>Duplicate</Trans>
          </Menu.Item>
          <Menu.Item leftSection={<CopyIcon size={14} />} onClick={() => actions.copy(id)}>
            <Trans comment="Puts a block on the clipboard">Copy block</Trans>
          </Menu.Item>
          <Menu.Item leftSection={<PasteIcon size={14} />} onClick={() => actions.paste(place, null)}>
            <Trans>Paste below</Trans>
          </Menu.Item>
          {type !== undefined && <TurnItem {...block} type={type} onTurn={setTurning} />}
          <Menu.Divider />
          <Menu.Item leftSection={<DeleteIcon size={14} />} onClick={() => actions.remove(id)}>
            <Trans comment="Removes a block from a page; it can be undone">Remove block</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {turning === 'entry' && type !== undefined && <IntoEntryDialog {...dialog} type={type} />}
      {turning === 'content' && type !== undefined && <EntryContentDialog {...dialog} type={type} />}
    </>
  );
}

interface TurnItemProperties extends Omit<BlockSectionProperties, 'type'> {
  readonly type: ContentType;
  onTurn(into: TurningInto): void;
}

/** Makes an entry of a block, or, where it says nothing but a link, a block of the entry. */
function TurnItem({ type, onTurn, ...block }: TurnItemProperties): ReactNode {
  const { found, standing } = useTurned(block);
  if (found === undefined) return null;
  if (onlyLink(found, type, standing) !== null)
    return (
      <Menu.Item leftSection={<EntryIcon size={14} />} onClick={() => onTurn('content')}>
        <Trans comment="Copies the fields of a linked entry into the page">Put the entry’s content here…</Trans>
      </Menu.Item>
    );
  return (
    <Menu.Item leftSection={<LinkIcon size={14} />} onClick={() => onTurn('entry')}>
      <Trans comment="Makes an entry of a block, which links to it then">Turn into a linked entry…</Trans>
    </Menu.Item>
  );
}

type WordsProperties = Pick<BlockSectionProperties, 'field' | 'locale' | 'id' | 'words'>;

/** What a block is while its fields are out of sight. */
function Summary({ field, locale, id, words }: WordsProperties): ReactNode {
  const { types } = useSurroundings();
  return useBlocks(field, locale, (value) => summaryIn(blockList(value), id, { types, locales: words }));
}

/** Something of the value that the block is in, as text. */
function useBlocks(field: string, locale: string, part: (value: unknown) => string): string {
  const { values } = useLevel();
  const subscribe = useCallback(
    (listener: () => void) => values.subscribeValue(field, locale, listening(listener)),
    [values, field, locale],
  );
  return useSyncExternalStore(subscribe, () => part(values.value(field, locale)));
}

interface BodyProperties extends Omit<BlockSectionProperties, 'type'> {
  readonly type: ContentType;
  readonly element: { readonly current: HTMLElement | null };
}

function Body({ type, element, ...block }: BodyProperties): ReactNode {
  const { field, isLocalized, locale, id, readOnly } = block;
  const near = useNear(element, false);
  const level = useInnerLevel({ field: { id: field, localized: isLocalized }, locale, block: id }, type);
  if (near) return <InnerFields level={level} readOnly={readOnly} />;
  return (
    <div className={styles.waiting} style={{ blockSize: type.fields.length * FIELD_HEIGHT }}>
      <WaitingWords {...block} />
    </div>
  );
}

/** All words of a block that is not made yet, so that the page is searched whole. */
function WaitingWords({ field, locale, id, words }: WordsProperties): ReactNode {
  const { types } = useSurroundings();
  return useBlocks(field, locale, (value) => {
    const block = blockList(value).find((one) => one.id === id);
    return block === undefined ? '' : blockText(block, { types, locales: words });
  });
}
