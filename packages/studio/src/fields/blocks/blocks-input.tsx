/**
 * The input of a field of type `blocks`: the blocks one below the other, each with its fields in place. What is typed into one
 * wakes that one alone; what is in a block is made once it comes near what is on the screen.
 */
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ClipboardEvent, Fragment, type ReactNode, use, useMemo, useRef } from 'react';
import { Box, Button, Group, Text, VisuallyHidden } from '../../ui/index.ts';
import type { InputProps } from '../field-type.ts';
import { useLevel } from '../open-entry.tsx';
import { fallbacksOf } from '../place-of-value.ts';
import { ShownLocales } from '../shown-locales.ts';
import { useSurroundings } from '../surroundings.tsx';
import { BetweenBlocks, type NotInList, useNotInList } from './between-blocks.tsx';
import { type Acting, type BlockActions, useBlockActions } from './block-actions.ts';
import { BlockSection } from './block-section.tsx';
import styles from './blocks.module.css';
import { type Block, blockList } from './blocks-in.ts';
import { blocksFrom } from './clipboard.ts';
import { fold } from './folds.ts';
import { Inserter } from './inserter.tsx';
import { innerKey } from './level.ts';

/** A list of fewer blocks is looked over without folding it. */
const BLOCKS_TO_FOLD_MIN = 2;

export function BlocksInput({ field, locale, value, readOnly, ...input }: InputProps): ReactNode {
  const around = useLevel();
  const { types } = useSurroundings();
  const blocks = blockList(value);
  const components = useMemo(
    () => (field.components ?? []).flatMap((name) => types.find(({ api_id }) => api_id === name) ?? []),
    [field.components, types],
  );
  const { codes, defaultLocale } = useWordLocales(locale, field.localized === true || around.within !== null);
  const list = useRef<HTMLDivElement>(null);
  const acting = { field, locale, around, components, types, locales: codes, defaultLocale, list };
  const { actions, removed, told, refused } = useBlockActions(acting);
  const notInList = useNotInList(acting, blocks, removed);
  const place = { id: field.id, localized: field.localized === true };
  const keys = blocks.map(({ id }) => innerKey(around.key, { field: place, locale, block: id }));

  /** Blocks that are pasted where no text is written stand behind the one that has the focus. */
  function onPaste(event: ClipboardEvent): void {
    if (readOnly || isWriting(event.target)) return;
    const copied = blocksFrom(event.clipboardData.getData('text/html'));
    if (copied === null) return;
    event.preventDefault();
    event.stopPropagation();
    const at = Number((event.target as Element).closest('[data-place]')?.getAttribute('data-place') ?? blocks.length);
    actions.paste(at, copied);
  }

  const inserter = (at: number, isLast = false) =>
    !readOnly && <Inserter at={at} isLast={isLast} components={components} actions={actions} />;

  return (
    <Box
      id={input.id}
      className={styles.blocks ?? ''}
      role="group"
      aria-labelledby={input.labelledBy}
      aria-describedby={input.describedBy}
      data-invalid={input.invalid || undefined}
      ref={list}
      onPaste={onPaste}
    >
      {blocks.length >= BLOCKS_TO_FOLD_MIN && <FoldAll keys={keys} count={blocks.length} />}
      <BlockSections {...acting} {...{ blocks, keys, readOnly, actions, notInList }} />
      {blocks.length === 0 && readOnly && (
        <Text size="sm" c="dimmed">
          —
        </Text>
      )}
      {inserter(blocks.length, true)}
      {refused !== '' && (
        <Text size="xs" c="var(--failed)" role="alert">
          {refused}
        </Text>
      )}
      <VisuallyHidden aria-live="polite">{told}</VisuallyHidden>
    </Box>
  );
}

interface BlockSectionsProperties extends Acting, Pick<InputProps, 'readOnly'> {
  readonly blocks: readonly Block[];
  /** Of the blocks, in their order. */
  readonly keys: readonly string[];
  readonly actions: BlockActions;
  readonly notInList: NotInList;
}

function BlockSections({ blocks, keys, notInList, ...acting }: BlockSectionsProperties): ReactNode {
  const { field, locale, types, components, locales, list, readOnly, actions } = acting;
  const { removed, removals, lost } = notInList;
  if (blocks.length === 0 && removed === null && removals.length + lost.length === 0) return null;
  const between = (at: number) => (
    <BetweenBlocks {...acting} notInList={notInList} at={at} isEnd={at === blocks.length} />
  );
  return (
    <ol className={styles.list}>
      {blocks.map(({ id, type }, index) => (
        <Fragment key={id}>
          {between(index)}
          <BlockSection
            field={field.id}
            isLocalized={field.localized === true}
            locale={locale}
            id={id}
            blockKey={keys[index] ?? id}
            type={types.find(({ api_id }) => api_id === type)}
            typeName={type}
            index={index}
            count={blocks.length}
            words={locales}
            readOnly={readOnly}
            actions={actions}
            components={components}
            list={list}
          />
        </Fragment>
      ))}
      {between(blocks.length)}
    </ol>
  );
}

/** Where words of blocks come from: the locale that is shown, those it falls back on, then all others. */
function useWordLocales(locale: string, isOne: boolean) {
  const { locales } = useSurroundings();
  const [chosen] = use(ShownLocales);
  const wanted = isOne ? locale : (chosen?.code ?? locale);
  const defaultLocale = locales[0]?.code ?? '';
  const codes = useMemo(() => {
    const shown = locales.find(({ code }) => code === wanted);
    const chain = shown === undefined ? [] : [shown, ...fallbacksOf(shown, locales)];
    return [...new Set([...chain, ...locales].map(({ code }) => code))];
  }, [locales, wanted]);
  return { codes, defaultLocale };
}

interface FoldAllProperties {
  readonly keys: readonly string[];
  readonly count: number;
}

function FoldAll({ keys, count }: FoldAllProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Group gap={4} className={styles.tools}>
      <Text size="xs" c="dimmed" me="auto">
        {t`${plural(count, { one: '# block', other: '# blocks' })}`}
      </Text>
      <Button size="compact-xs" variant="subtle" onClick={() => fold(keys, true)}>
        <Trans comment="Shows one line for each block, without its fields">Fold all</Trans>
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={() => fold(keys, false)}>
        <Trans comment="Shows the fields of all blocks">Unfold all</Trans>
      </Button>
    </Group>
  );
}

function isWriting(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;
}
