/** Two states of a rich text, as rich text: blocks that were added, removed or moved, and the words that differ in changed ones. */
import { Plural, Trans } from '@lingui/react/macro';
import { createElement, type ReactNode, useState } from 'react';
import type { RichTextNode } from '../../../contract/src/rich-text.ts';
import { blocksOf } from '../../../contract/src/rich-text-merge.ts';
import { Button } from '../ui/index.ts';
import styles from './compared.module.css';
import { type BlockRow, comparedBlocks, comparedInline } from './compared-blocks.ts';
import { Marked } from './marked.tsx';
import { ShownInline, ShownNode, tagOf } from './shown-text.tsx';

/** So many blocks that are the same stand before and after one that is not; the others are folded. */
const CONTEXT_BLOCKS = 1;

interface ComparedTextProperties {
  readonly before: unknown;
  readonly after: unknown;
}

export function ComparedText({ before, after }: ComparedTextProperties): ReactNode {
  const rows = comparedBlocks(blocksOf(before) ?? [], blocksOf(after) ?? []);
  return (
    <div className={styles.text}>
      {foldedRows(rows).map(({ rows: some, isFolded }, place) =>
        isFolded ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <Folded key={place} rows={some} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <Rows key={place} rows={some} />
        ),
      )}
    </div>
  );
}

function Folded({ rows }: { readonly rows: readonly BlockRow[] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Rows rows={rows} />;
  return (
    <Button className={styles.unchanged ?? ''} size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
      <Plural value={rows.length} one="Show # unchanged paragraph" other="Show # unchanged paragraphs" />
    </Button>
  );
}

function Rows({ rows }: { readonly rows: readonly BlockRow[] }): ReactNode {
  return rows.map((row, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
    <Row key={place} row={row} />
  ));
}

function Row({ row }: { readonly row: BlockRow }): ReactNode {
  if (row.kind === 'changed') return <Changed before={row.before} after={row.after} />;
  if (row.kind !== 'moved')
    return (
      <Marked kind={row.kind} isBlock>
        <ShownNode node={row.node} />
      </Marked>
    );
  return (
    <div className={styles.same}>
      <span className={styles.moved}>
        <Trans comment="Stands above a paragraph that is the same, but somewhere else than before">Moved here</Trans>
      </span>
      <ShownNode node={row.node} />
    </div>
  );
}

interface ChangedProperties {
  readonly before: RichTextNode;
  readonly after: RichTextNode;
}

/** One block in two states: word by word, or block by block inside of it. */
function Changed({ before, after }: ChangedProperties): ReactNode {
  const inside = comparedInline(before, after);
  if (inside !== null)
    return (
      <div className={styles.same}>
        {createElement(
          tagOf(after),
          { dir: 'auto' },
          inside.map(({ kind, value }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            <Marked key={place} kind={kind}>
              <ShownInline nodes={value} />
            </Marked>
          )),
        )}
      </div>
    );
  return createElement(
    tagOf(after),
    { className: styles.inside },
    <Rows rows={comparedBlocks(before.content ?? [], after.content ?? [])} />,
  );
}

interface Fold {
  readonly rows: readonly BlockRow[];
  readonly isFolded: boolean;
}

/** The rows in turns of those that are shown and of long runs that are the same. */
function foldedRows(rows: readonly BlockRow[]): readonly Fold[] {
  const isNear = (place: number) =>
    rows.slice(Math.max(0, place - CONTEXT_BLOCKS), place + CONTEXT_BLOCKS + 1).some(({ kind }) => kind !== 'same');
  const folds: { rows: BlockRow[]; isFolded: boolean }[] = [];
  for (const [place, row] of rows.entries()) {
    const isFolded = !isNear(place);
    const last = folds.at(-1);
    if (last?.isFolded === isFolded) last.rows.push(row);
    else folds.push({ rows: [row], isFolded });
  }
  return folds;
}
